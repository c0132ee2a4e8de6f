package gamereferee.bots;

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

/** Positions and the actions that all SDKs' greedy bots answer them with. */
public final class Vectors {
  private Vectors() {}

  /** One of them, as bytes of the game's messages; the config may be that of all. */
  public record Position(
      String name, ByteString config, ByteString observation, ByteString action) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Those of a game. */
  public static Stream<Position> greedy(String game) {
    Path file = Path.of("..", "..", "vectors", game + "_greedy.json");
    JsonObject root;
    try {
      root = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    return StreamSupport.stream(root.getAsJsonArray("cases").spliterator(), false)
        .map(
            element -> {
              JsonObject vector = element.getAsJsonObject();
              return new Position(
                  vector.get("name").getAsString(),
                  bytes(vector.has("config_base64") ? vector : root, "config_base64"),
                  bytes(vector, "observation_base64"),
                  bytes(vector, "action_base64"));
            });
  }

  private static ByteString bytes(JsonObject parent, String name) {
    return ByteString.copyFrom(Base64.getDecoder().decode(parent.get(name).getAsString()));
  }
}
