package gamereferee.client;

import gamereferee.client.RefereeClientException.AddressException;
import gamereferee.client.RefereeClientException.TlsException;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.TlsChannelCredentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a referee is: reads addresses and opens channels to them.
 *
 * <p>An address is {@code unix:/path} for a Unix socket or {@code HOST:PORT}; with PEM roots it
 * means TLS. Every stream gets a channel of its own, so that a client that reconnects never waits
 * for the back-off of a connection it has given up.
 */
final class Address {
  /** Largest message accepted; a referee that serves a thousand seats writes big batches. */
  private static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  /** Longest path of a Unix socket in bytes, by the operating system. */
  private static final int MAX_UNIX_PATH = 107;

  private static final int MAX_PORT = 65535;
  private static final String UNIX = "unix:";
  private static final Pattern HOST_PORT =
      Pattern.compile("(?:\\[[0-9A-Fa-f:.]+]|[^\\s:/\\[\\]]+):(\\d{1,5})");

  private final String target;
  private final byte[] roots;

  private Address(String target, byte[] roots) {
    this.target = target;
    this.roots = roots;
  }

  /**
   * Reads an address and, if given, the file with the roots.
   *
   * @param text {@code unix:/path} or {@code HOST:PORT}; an IPv6 host in square brackets
   * @param ca file with PEM certificates; given means TLS, null means none
   * @throws AddressException the text is no address
   * @throws TlsException the file can't be read, or the address is a Unix socket
   */
  static Address parse(String text, Path ca) {
    String target = text.strip();
    if (target.startsWith(UNIX)) {
      checkUnix(target.substring(UNIX.length()), text);
      if (ca != null) {
        throw new TlsException(
            "a Unix socket needs no TLS: leave out the CA file for '%s'".formatted(text), null);
      }
      return new Address(target, null);
    }
    Matcher found = HOST_PORT.matcher(target);
    if (!found.matches() || !isPort(Integer.parseInt(found.group(1)))) {
      throw new AddressException(
          "address must be unix:/path or HOST:PORT with a port from 1 to %d, not '%s'"
              .formatted(MAX_PORT, text));
    }
    return new Address(target, ca == null ? null : readRoots(ca));
  }

  /**
   * Another address of the same referee, which is called and trusted as this one.
   *
   * @param text {@code HOST:PORT}, or {@code unix:/path} if this is a Unix socket, too
   * @throws AddressException the text is no address, or one of a socket that this is not
   */
  Address beside(String text) {
    Address there = parse(text, null);
    if (there.target.startsWith(UNIX) && !target.startsWith(UNIX)) {
      throw new AddressException(
          "a Unix socket is gone to from a Unix socket alone, not '%s'".formatted(text));
    }
    return new Address(there.target, roots);
  }

  /** Whether it is called over TLS. */
  boolean hasTls() {
    return roots != null;
  }

  /** What is connected to: {@code unix:/path} or {@code HOST:PORT}. */
  String target() {
    return target;
  }

  /** Through which proxy it is called, in words; empty if through none. */
  String proxy() {
    return Proxies.note(target, ProxySelector.getDefault());
  }

  /** Opens a channel whose calls are served on the thread that reads the connection. */
  ManagedChannel channel() {
    ManagedChannelBuilder<?> builder =
        Grpc.newChannelBuilder(grpcTarget(), credentials())
            .maxInboundMessageSize(MAX_MESSAGE_BYTES)
            .disableRetry()
            .directExecutor();
    if (Proxies.isLocal(target)) {
      builder.proxyDetector(address -> null);
    }
    return builder.build();
  }

  private ChannelCredentials credentials() {
    if (roots == null) {
      return InsecureChannelCredentials.create();
    }
    try {
      return TlsChannelCredentials.newBuilder()
          .trustManager(new ByteArrayInputStream(roots))
          .build();
    } catch (IOException error) {
      throw new IllegalStateException("reading from memory failed", error);
    }
  }

  /** The target as the URI that gRPC wants, so that no path or host is read as a scheme. */
  private String grpcTarget() {
    if (!target.startsWith(UNIX)) {
      return "dns:///" + target;
    }
    Path path = Path.of(target.substring(UNIX.length())).toAbsolutePath();
    try {
      return new URI("unix", "", path.toString(), null).toString();
    } catch (URISyntaxException error) {
      throw new AddressException("can't write %s as a URI: %s".formatted(path, error.getMessage()));
    }
  }

  private static boolean isPort(int port) {
    return 1 <= port && port <= MAX_PORT;
  }

  private static void checkUnix(String path, String text) {
    if (path.isEmpty()) {
      throw new AddressException(
          "address must name a socket after unix:, not '%s'".formatted(text));
    }
    if (path.getBytes(StandardCharsets.UTF_8).length > MAX_UNIX_PATH) {
      throw new AddressException(
          "a Unix socket's path has at most %d bytes, not '%s'".formatted(MAX_UNIX_PATH, path));
    }
  }

  private static byte[] readRoots(Path ca) {
    byte[] roots;
    try {
      roots = Files.readAllBytes(ca);
    } catch (IOException error) {
      throw new TlsException("can't read the CA file '%s': %s".formatted(ca, story(error)), error);
    }
    if (!new String(roots, StandardCharsets.ISO_8859_1).contains("-----BEGIN CERTIFICATE-----")) {
      throw new TlsException("the CA file '%s' holds no PEM certificate".formatted(ca), null);
    }
    return roots;
  }

  /** What went wrong with a file in the system's words, which Java keeps to itself for some. */
  private static String story(IOException error) {
    if (error instanceof NoSuchFileException) {
      return "No such file or directory";
    }
    return error instanceof AccessDeniedException ? "Permission denied" : error.getMessage();
  }
}
