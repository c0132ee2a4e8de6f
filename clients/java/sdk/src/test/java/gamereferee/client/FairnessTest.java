package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.gson.JsonObject;
import com.google.protobuf.InvalidProtocolBufferException;
import gamereferee.v1.MatchOuterClass.SeedReveal;
import gamereferee.v1.PlayServiceOuterClass.SeatWitness;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class FairnessTest {
  @TestFactory
  Stream<DynamicTest> judgesRevealsAsAllSdksDo() {
    return Vectors.objects(Vectors.read("fairness.json"), "cases")
        .map(vector -> dynamicTest(Vectors.text(vector, "name"), () -> check(vector)));
  }

  @TestFactory
  Stream<DynamicTest> holdsWitnessesAgainstStartsAndRevealsAsAllSdksDo() {
    return Vectors.objects(Vectors.read("fairness.json"), "witnesses")
        .map(vector -> dynamicTest(Vectors.text(vector, "name"), () -> checkWitness(vector)));
  }

  private static void checkWitness(JsonObject vector) throws InvalidProtocolBufferException {
    SeatWitness witness = SeatWitness.parseFrom(Vectors.bytes(vector, "witness_base64"));
    Optional<String> problem =
        vector.get("reveal").isJsonNull()
            ? Fairness.startProblem(witness)
            : Fairness.witnessProblem(
                witness, SeedReveal.parseFrom(Vectors.bytes(vector, "reveal_base64")));
    assertEquals(Optional.ofNullable(Vectors.text(vector, "problem")), problem);
  }

  private static void check(JsonObject vector) throws InvalidProtocolBufferException {
    Optional<String> problem =
        Fairness.problem(
            SeedReveal.parseFrom(Vectors.bytes(vector, "reveal_base64")),
            Vectors.bytes(vector, "commitment_base64"),
            vector.get("seat").getAsInt(),
            Vectors.bytes(vector, "nonce_base64"));
    assertEquals(Optional.ofNullable(Vectors.text(vector, "problem")), problem);
  }
}
