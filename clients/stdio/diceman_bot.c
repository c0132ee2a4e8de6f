/* A bot for Diceman in plain C, without any library: it answers what its opponent picks most.
 *
 * It reads the bridge's lines from standard input and writes its answers to standard output. Fields
 * stand in the same order in every line, and all numbers are printed, so that looking for a name is
 * enough: this is no JSON parser.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMBINATIONS 6

/* The dice that do best against each combination of the opponent's, with the default dice:
 * 0 Magic, 1 Priority, 2 Sword, 3 Shield; combinations are MP, MS, MH, PS, PH, SH. */
static const int ANSWER[COMBINATIONS][2] = {{0, 2}, {2, 3}, {0, 2}, {0, 2}, {0, 3}, {1, 3}};

/* What stands behind the first such name in a text; NULL without it. */
static const char *after(const char *text, const char *name)
{
    const char *found = text ? strstr(text, name) : NULL;
    return found ? found + strlen(name) : NULL;
}

/* The opponent's most frequent combination; the first of equals. */
static int favourite(const char *observation, long seat)
{
    const char *counts = after(observation, "\"pickCounts\":");
    for (long row = 0; row <= 1 - seat; row++)
        counts = after(counts, "\"counts\":[");
    int best = 0;
    long most = -1;
    for (int combination = 0; counts && combination < COMBINATIONS; combination++) {
        char *end;
        long count = strtol(counts, &end, 10);
        if (count > most) {
            most = count;
            best = combination;
        }
        counts = *end == ',' ? end + 1 : NULL;
    }
    return best;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) != -1) {
        const char *turn = after(line, "\"turn\":");
        const char *observation = after(line, "\"observation\":");
        const char *seat = after(observation, "\"seat\":");
        if (!turn || !seat)
            continue;
        const int *dice = ANSWER[favourite(observation, strtol(seat, NULL, 10))];
        printf("{\"turn\":%ld,\"dice\":[%d,%d]}\n", strtol(turn, NULL, 10), dice[0], dice[1]);
        fflush(stdout); /* into a pipe, C keeps output until some kilobytes have come together */
    }
    free(line);
    return 0;
}
