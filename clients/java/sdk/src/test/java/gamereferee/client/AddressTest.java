package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.gson.JsonObject;
import gamereferee.client.RefereeClientException.AddressException;
import gamereferee.client.RefereeClientException.TlsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTest {
  private static final Map<String, Class<? extends RefereeClientException>> ERRORS =
      Map.of("AddressError", AddressException.class, "TlsError", TlsException.class);

  @TempDir private Path folder;

  @TestFactory
  Stream<DynamicTest> readsWhatAllSdksRead() {
    return Vectors.objects(Vectors.read("address.json"), "cases")
        .map(vector -> dynamicTest(Vectors.text(vector, "name"), () -> check(vector)));
  }

  private void check(JsonObject vector) throws IOException {
    String address = Vectors.text(vector, "address");
    String roots = Vectors.text(vector, "ca");
    Path ca = roots == null ? null : Files.writeString(folder.resolve("roots.pem"), roots);
    String error = Vectors.text(vector, "error");
    if (error == null) {
      assertEquals(Vectors.text(vector, "target"), Address.parse(address, ca).target());
      return;
    }
    Exception thrown = assertThrows(ERRORS.get(error), () -> Address.parse(address, ca));
    assertEquals(
        Vectors.text(vector, "says").replace("{ca}", String.valueOf(ca)), thrown.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "referee.example:7070, referee.example:7071",
    "unix:/r, unix:/w-0",
    "unix:/r, localhost:7071"
  })
  void leadsToWorkersOfTheSameReferee(String home, String worker) { // 34
    assertEquals(worker, Address.parse(home, null).beside(worker).target());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "unix:/run/w-0 | a Unix socket is gone to from a Unix socket alone, not 'unix:/run/w-0'",
        "nowhere | address must be unix:/path or HOST:PORT with a port from 1 to 65535, not"
            + " 'nowhere'",
      })
  void leadsNowhereElse(String worker, String says) { // 34
    Address home = Address.parse("referee.example:7070", null);
    Exception thrown = assertThrows(AddressException.class, () -> home.beside(worker));
    assertEquals(says, thrown.getMessage());
  }

  @Test
  void trustsAWorkerAsItsReferee() throws IOException { // 34
    Path ca = Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----");
    for (Path roots : new Path[] {null, ca}) {
      Address home = Address.parse("referee.example:7070", roots);
      assertEquals(roots != null, home.beside("referee.example:7071").hasTls());
    }
  }

  @Test
  void namesTheCaFileThatIsNotThere() {
    Path absent = folder.resolve("absent.pem");
    Exception thrown = assertThrows(TlsException.class, () -> Address.parse("localhost:1", absent));
    assertEquals(
        "can't read the CA file '%s': No such file or directory".formatted(absent),
        thrown.getMessage());
  }
}
