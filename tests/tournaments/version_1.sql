BEGIN TRANSACTION;
CREATE TABLE attempts (
	match_key VARCHAR NOT NULL, 
	attempt INTEGER NOT NULL, 
	match_id VARCHAR NOT NULL, 
	void_cause VARCHAR, 
	void_text TEXT, 
	PRIMARY KEY (match_key, attempt)
);
INSERT INTO "attempts" VALUES('49d815b7638b8a2655687db64d7a1996b621805aed4bbaafcc9cf8f90fb77c3b',1,'m1','REFEREE_FAULT','it came to nothing');
INSERT INTO "attempts" VALUES('49d815b7638b8a2655687db64d7a1996b621805aed4bbaafcc9cf8f90fb77c3b',2,'m2',NULL,NULL);
INSERT INTO "attempts" VALUES('33f3bc42b56c9daa4bfeb739abee32c39a7694d00f73532a7a23a8a09abcb48b',1,'m3',NULL,NULL);
CREATE TABLE bots (
	bot VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	PRIMARY KEY (bot), 
	UNIQUE (position)
);
INSERT INTO "bots" VALUES('a',0);
INSERT INTO "bots" VALUES('b',1);
CREATE TABLE matches (
	match_key VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	block VARCHAR NOT NULL, 
	seed VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	game_version INTEGER NOT NULL, 
	match_id VARCHAR NOT NULL, 
	cause VARCHAR NOT NULL, 
	text TEXT NOT NULL, 
	replay VARCHAR, 
	PRIMARY KEY (match_key), 
	UNIQUE (number)
);
INSERT INTO "matches" VALUES('49d815b7638b8a2655687db64d7a1996b621805aed4bbaafcc9cf8f90fb77c3b',1,'1:a:b','18446744073709551615','diceman',1,'m2','BOT_TIME','late','referee/replays/m2.replay');
INSERT INTO "matches" VALUES('33f3bc42b56c9daa4bfeb739abee32c39a7694d00f73532a7a23a8a09abcb48b',2,'1:a:b','18446744073709551615','diceman',1,'m3','RULES','the rules ended the match',NULL);
CREATE TABLE processes (
	program VARCHAR NOT NULL, 
	number INTEGER NOT NULL, 
	code INTEGER, 
	cpu_s FLOAT, 
	wall_s FLOAT, 
	max_rss_kib INTEGER, 
	died BOOLEAN, 
	PRIMARY KEY (program, number)
);
INSERT INTO "processes" VALUES('a',1,-11,1.5,3.0,2048,1);
INSERT INTO "processes" VALUES('a',2,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "processes" VALUES('referee',1,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE results (
	match_key VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	bot VARCHAR NOT NULL, 
	placement INTEGER NOT NULL, 
	score BIGINT NOT NULL, 
	strikes INTEGER NOT NULL, 
	forfeit VARCHAR, 
	PRIMARY KEY (match_key, seat), 
	FOREIGN KEY(match_key) REFERENCES matches (match_key), 
	FOREIGN KEY(bot) REFERENCES bots (bot)
);
INSERT INTO "results" VALUES('49d815b7638b8a2655687db64d7a1996b621805aed4bbaafcc9cf8f90fb77c3b',0,'a',1,-7,0,NULL);
INSERT INTO "results" VALUES('49d815b7638b8a2655687db64d7a1996b621805aed4bbaafcc9cf8f90fb77c3b',1,'b',2,1099511627776,3,'TIME');
INSERT INTO "results" VALUES('33f3bc42b56c9daa4bfeb739abee32c39a7694d00f73532a7a23a8a09abcb48b',0,'b',1,9,0,NULL);
INSERT INTO "results" VALUES('33f3bc42b56c9daa4bfeb739abee32c39a7694d00f73532a7a23a8a09abcb48b',1,'a',1,9,0,NULL);
CREATE TABLE tournament (
	tournament_id VARCHAR NOT NULL, 
	schema_version INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	file VARCHAR NOT NULL, 
	source TEXT NOT NULL, 
	PRIMARY KEY (tournament_id)
);
INSERT INTO "tournament" VALUES('0123456789abcdef',1,'cup','cup.toml','name = "cup"
game = "diceman"
format = "round_robin"
cycles = 2
[[bots]]
name = "a"
house = "greedy"
[[bots]]
name = "b"
house = "random"
');
COMMIT;
