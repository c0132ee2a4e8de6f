#!/bin/sh
# A bot for Diceman in POSIX shell: the sword with magic while both are well, and with the shield once
# its own life is low. Expansions cut what they need out of the line; no other program is started.

number_after() { # NAME TEXT: the number behind the first "NAME": of the text, in $number
    rest=${2#*"\"$1\":"}
    number=${rest%%[!0-9]*}
}

while read -r line; do
    number_after turn "$line"
    turn=$number
    observation=${line#*'"observation":'}
    number_after seat "$observation"
    seat=$number
    lives=${observation#*'"life":['}
    lives=${lives%%]*}
    if [ "$seat" = 0 ]; then own=${lives%,*}; else own=${lives#*,}; fi
    if [ "$own" -le 8 ]; then dice=2,3; else dice=0,2; fi
    echo "{\"turn\":$turn,\"dice\":[$dice]}"
done
