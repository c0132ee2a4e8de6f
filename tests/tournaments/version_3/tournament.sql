INSERT INTO "tournaments" VALUES('b1b213c7efc081a5','cup','cup.toml','name = "cup"
game = "diceman"
format = "round_robin"
cycles = 2
parallel = 1
sandbox = "none"

[config]
games = 8

[[bots]]
name = "greedy"
house = "greedy"

[[bots]]
name = "mixer"
house = "mixer"
');
INSERT INTO "bots" VALUES('b1b213c7efc081a5','greedy',0);
INSERT INTO "bots" VALUES('b1b213c7efc081a5','mixer',1);
INSERT INTO "attempts" VALUES('b1b213c7efc081a5','f57b9dfdaca150389f03d7577a785497b2925f7e45fd11036016491d285f3b64',1,'drptnu3o63bb6xdq',NULL,NULL);
INSERT INTO "attempts" VALUES('b1b213c7efc081a5','0398791b5be0586962970dd1464755014b0a62b54e931cb0ec18e712f419b341',1,'u6p65wdr3ihfl2dz',NULL,NULL);
INSERT INTO "matches" VALUES('b1b213c7efc081a5','f57b9dfdaca150389f03d7577a785497b2925f7e45fd11036016491d285f3b64',1,'1:greedy:mixer','4891883444305458007','diceman',1,'drptnu3o63bb6xdq','RULES','the rules ended the match','referee/replays/drptnu3o63bb6xdq.replay');
INSERT INTO "results" VALUES('b1b213c7efc081a5','f57b9dfdaca150389f03d7577a785497b2925f7e45fd11036016491d285f3b64',0,'greedy',2,4,0,NULL);
INSERT INTO "results" VALUES('b1b213c7efc081a5','f57b9dfdaca150389f03d7577a785497b2925f7e45fd11036016491d285f3b64',1,'mixer',1,12,0,NULL);
INSERT INTO "processes" VALUES('b1b213c7efc081a5','referee',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "processes" VALUES('b1b213c7efc081a5','greedy',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "processes" VALUES('b1b213c7efc081a5','mixer',1,NULL,NULL,NULL,NULL,NULL);
