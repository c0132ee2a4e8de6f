#!/bin/sh
# Starts a bot from wherever it lies; the Makefile of clients/java has written the class into it.
# A bot is a small program that ought to start quickly: the plain collector, the quick compiler,
# and a heap that begins small.
here=$(dirname "$(readlink -f "$0")")
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" \
	-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms16m -Xshare:auto \
	-cp "$here/../lib/gamereferee-bots.jar" @CLASS@ "$@"
