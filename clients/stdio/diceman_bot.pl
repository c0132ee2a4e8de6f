#!/usr/bin/env perl
# A bot for Diceman in Perl: careful while it is behind, and else at random.
use strict;
use warnings;
use JSON::PP qw(decode_json encode_json);    # comes with Perl

$| = 1;    # no buffer: each answer goes out at once

my ( $MAGIC, $PRIORITY, $SWORD, $SHIELD ) = 0 .. 3;

while ( my $line = <STDIN> ) {
    my $turn        = decode_json($line);
    my $observation = $turn->{observation};
    my $seat        = $observation->{seat};
    my ( $own, $other ) = @{ $observation->{life} }[ $seat, 1 - $seat ];
    my @dice =
        $own < $other     ? ( $SWORD, $SHIELD )
      : rand() < 0.5      ? ( $MAGIC, $SWORD )
      :                     ( $PRIORITY, $SWORD );
    print encode_json( { turn => $turn->{turn}, dice => \@dice } ), "\n";
}
