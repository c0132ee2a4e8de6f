package gamereferee.client;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What the SDK logs in a test, instead of on standard error. */
final class CapturedLog extends Handler implements BeforeEachCallback, AfterEachCallback {
  private static final Logger LOG = Logger.getLogger("referee_client");

  /** Level and message of each line. */
  final List<String> lines = new ArrayList<>();

  @Override
  public void beforeEach(ExtensionContext context) {
    LOG.addHandler(this);
    LOG.setUseParentHandlers(false);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LOG.removeHandler(this);
    LOG.setUseParentHandlers(true);
  }

  @Override
  public void publish(LogRecord entry) {
    lines.add(entry.getLevel() + " " + entry.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
