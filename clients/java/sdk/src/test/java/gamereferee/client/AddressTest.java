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

  @Test
  void namesTheCaFileThatIsNotThere() {
    Path absent = folder.resolve("absent.pem");
    Exception thrown = assertThrows(TlsException.class, () -> Address.parse("localhost:1", absent));
    assertEquals(
        "can't read the CA file '%s': No such file or directory".formatted(absent),
        thrown.getMessage());
  }
}
