package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final long SECOND = 1_000_000_000L;

  private final Silence silence = new Silence(100 * SECOND);

  @Test
  void asksAfterTwentySecondsAndGivesUpAfterTwentyMore() {
    assertEquals(Silence.Verdict.WAIT, silence.judge(120 * SECOND - 1));
    assertEquals(Silence.Verdict.ASK, silence.judge(120 * SECOND));
    assertEquals(Silence.Verdict.WAIT, silence.judge(140 * SECOND - 1));
    assertEquals(Silence.Verdict.DEAD, silence.judge(140 * SECOND));
  }

  @Test
  void beginsAnewWithEveryWord() {
    assertEquals(Silence.Verdict.ASK, silence.judge(120 * SECOND));
    silence.heard(139 * SECOND);
    assertEquals(Silence.Verdict.WAIT, silence.judge(158 * SECOND));
    assertEquals(Silence.Verdict.ASK, silence.judge(159 * SECOND));
  }

  @Test
  void tellsWhenToJudgeNext() {
    assertEquals(Duration.ofSeconds(20), silence.left(100 * SECOND));
    silence.heard(105 * SECOND);
    assertEquals(Duration.ofSeconds(15), silence.left(110 * SECOND));
    assertEquals(Duration.ZERO, silence.left(200 * SECOND));
  }
}
