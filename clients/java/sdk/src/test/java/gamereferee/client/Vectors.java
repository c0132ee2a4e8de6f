package gamereferee.client;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the vectors that all SDKs share. */
final class Vectors {
  private static final Path FOLDER = Path.of("..", "..", "vectors");

  private Vectors() {}

  static JsonObject read(String file) {
    try {
      return JsonParser.parseString(Files.readString(FOLDER.resolve(file))).getAsJsonObject();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** The entries of an array of objects. */
  static Stream<JsonObject> objects(JsonObject parent, String name) {
    return StreamSupport.stream(parent.getAsJsonArray(name).spliterator(), false)
        .map(JsonElement::getAsJsonObject);
  }

  /** A text; null where the vector has null or nothing. */
  static String text(JsonObject parent, String name) {
    JsonElement value = parent.get(name);
    return value == null || value.isJsonNull() ? null : value.getAsString();
  }

  /** Bytes in base64; null where the vector has null or nothing. */
  static ByteString bytes(JsonObject parent, String name) {
    String text = text(parent, name);
    return text == null ? null : ByteString.copyFrom(Base64.getDecoder().decode(text));
  }
}
