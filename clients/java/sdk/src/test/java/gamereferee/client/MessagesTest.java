package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import com.google.protobuf.UnknownFieldSet;
import gamereferee.client.RefereeClientException.ProtocolException;
import gamereferee.client.RefereeClientException.UnknownMessageException;
import gamereferee.games.dice_adventure.v1.DiceAdventure;
import gamereferee.games.diceman.v1.Diceman;
import gamereferee.games.swordman.v1.Swordman;
import gamereferee.v1.Error.ErrorReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MessagesTest {
  @Test
  void unpacksAMessageOfEachGameAsItsGeneratedClass() {
    Message diceman = Diceman.Observation.newBuilder().setSeat(1).setGame(3).build();
    Message swordman = Swordman.Action.newBuilder().setSwordAt(2).build();
    Message adventure = DiceAdventure.Config.newBuilder().setRoundCap(40).build();
    assertEquals(diceman, Messages.unpack(Any.pack(diceman)));
    assertEquals(swordman, Messages.unpack(Any.pack(swordman)));
    assertEquals(adventure, Messages.unpack(Any.pack(adventure)));
  }

  @Test
  void namesAMessageThatItHasNoClassFor() {
    for (String name :
        new String[] {
          "gamereferee.games.chess.v1.Observation",
          "gamereferee.games.diceman.v1.NoSuch",
          "somebody.else.Message"
        }) {
      Any wrapped = Any.newBuilder().setTypeUrl("type.googleapis.com/" + name).build();
      var thrown = assertThrows(UnknownMessageException.class, () -> Messages.unpack(wrapped));
      assertEquals(name, thrown.name());
      assertTrue(
          thrown.getMessage().startsWith("no generated class for the message '" + name + "': "));
    }
  }

  @Test
  void namesTheTypeOfBytesThatCannotBeRead() {
    Any broken =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/gamereferee.games.diceman.v1.Observation")
            .setValue(ByteString.copyFrom(new byte[] {(byte) 0xff}))
            .build();
    var thrown = assertThrows(ProtocolException.class, () -> Messages.unpack(broken));
    assertEquals(
        "can't read 1 bytes as type.googleapis.com/gamereferee.games.diceman.v1.Observation",
        thrown.getMessage());
  }

  @Test
  void passesOverFieldsOfLaterVersions() {
    Diceman.Observation later =
        Diceman.Observation.newBuilder()
            .setSeat(1)
            .setUnknownFields(
                UnknownFieldSet.newBuilder()
                    .addField(999, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
                    .build())
            .build();
    assertEquals(1, ((Diceman.Observation) Messages.unpack(Any.pack(later))).getSeat());
  }

  @Test
  void findsAnAuthorsOwnClassOnceItIsKnown() {
    Any wrapped = Any.pack(StringValue.of("mine"));
    Messages.known(StringValue.class);
    assertEquals(StringValue.of("mine"), Messages.unpack(wrapped));
  }

  @Test
  void tellsTheGameOfAMessageByItsPackage() {
    assertEquals("diceman", Messages.gameOf(Diceman.Observation.class));
    assertEquals("dice_adventure", Messages.gameOf(DiceAdventure.Observation.class));
    assertNull(Messages.gameOf(StringValue.class));
    assertNull(Messages.gameOf(Message.class));
  }

  @Test
  void namesEnumsWithoutTheirPrefixAndUnknownOnesByNumber() {
    assertEquals("LATE", Messages.enumName(ErrorReason.ERROR_REASON_LATE, 7, "ERROR_REASON_"));
    assertEquals("4711", Messages.enumName(ErrorReason.UNRECOGNIZED, 4711, "ERROR_REASON_"));
  }

  @Test
  void readsDurationsToTheNanosecond() {
    assertEquals(
        Duration.ofNanos(1_500_000_001L),
        Messages.duration(
            com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(500_000_001).build()));
  }
}
