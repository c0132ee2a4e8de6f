#!/bin/sh
# Starts a bot from wherever it lies; the Makefile of clients/java has written the class into it.
# A bot is a small program that ought to start quickly: the plain collector, the quick compiler,
# a heap that begins small, classes from an archive; what the JVM warns of is no bot's output.
lib=$(dirname "$(readlink -f "$0")")/../lib
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
	-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms16m \
	-XX:SharedArchiveFile="$lib/classes.jsa" -Xlog:disable -Xlog:all=warning:stderr \
	-cp "$lib/gamereferee-bots.jar" @CLASS@ "$@"
