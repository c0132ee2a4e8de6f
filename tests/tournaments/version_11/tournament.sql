INSERT INTO "attempts" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,'oyrllkupouobvrk5',NULL,NULL);
INSERT INTO "attempts" VALUES('dfaa0a462034eeb1','4b689984aff84d5f91f11243c0e61ac0b2bae426c2b7e95e4748b3f47f4d63dc',1,'gzrl4nxma7aa44cu',NULL,NULL);
INSERT INTO "bots" VALUES('dfaa0a462034eeb1','one',0);
INSERT INTO "bots" VALUES('dfaa0a462034eeb1','two',1);
INSERT INTO "dice" VALUES('dfaa0a462034eeb1','own','bots live through all matches (lifetime = "tournament")','4390641940201374000','','');
INSERT INTO "matches" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,'1:one:two','own','diceman',1,'oyrllkupouobvrk5','RULES','the rules ended the match','referee/replays/oyrllkupouobvrk5.replay');
INSERT INTO "players" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,0,'one',1);
INSERT INTO "players" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,1,'two',1);
INSERT INTO "players" VALUES('dfaa0a462034eeb1','4b689984aff84d5f91f11243c0e61ac0b2bae426c2b7e95e4748b3f47f4d63dc',1,0,'two',1);
INSERT INTO "players" VALUES('dfaa0a462034eeb1','4b689984aff84d5f91f11243c0e61ac0b2bae426c2b7e95e4748b3f47f4d63dc',1,1,'one',1);
INSERT INTO "plays" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,'2026-11-28T23:40:43.195+00:00','2026-11-28T23:40:44.709+00:00','host','0.1.0','3.11.7');
INSERT INTO "plays" VALUES('dfaa0a462034eeb1','4b689984aff84d5f91f11243c0e61ac0b2bae426c2b7e95e4748b3f47f4d63dc',1,'2026-11-28T23:40:44.723+00:00',NULL,NULL,'0.1.0','3.11.7');
INSERT INTO "processes" VALUES('dfaa0a462034eeb1','referee',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "processes" VALUES('dfaa0a462034eeb1','one',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "processes" VALUES('dfaa0a462034eeb1','two',1,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "results" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',0,'one',1,12,0,NULL);
INSERT INTO "results" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,'two',2,6,0,NULL);
INSERT INTO "schedules" VALUES('dfaa0a462034eeb1',4,0);
INSERT INTO "seat_times" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',0,177,136599,8880);
INSERT INTO "seat_times" VALUES('dfaa0a462034eeb1','a55607104e0ae70b13b4d0d67127cd3111ab9611277e5a3fcce560320f0e6bbb',1,177,148140,9111);
INSERT INTO "tournaments" VALUES('dfaa0a462034eeb1','cup','/srv/cups/cup.toml','name = "cup"
game = "diceman"
format = "round_robin"
cycles = 2
parallel = 1
sandbox = "none"

[config]
games = 9

[[bots]]
name = "one"
command = "python bot.py"

[[bots]]
name = "two"
command = "python bot.py"
');
INSERT INTO "versions" VALUES('dfaa0a462034eeb1','one',1,'d2a1806f96b3e973672d0da8a7c0ee46b64323ca8eb23a186f93aa384769957a','the files its command names; it has no folder of its own, and runs in place','{"bot.py": "sha256:7b2272227893892d805aaeca316534090db4efc355c93030d76f13fa67e605be"}','{"argv": ["/srv/referee/.venv/bin/python", "bot.py"], "copy": null, "env": {}, "terms": {"build_s": 600.0, "idle_s": 10.0, "limits": {"cpu_s": null, "file_size": 67108864, "memory": 4294967296, "open_files": 1024, "output": 1073741824, "processes": 512, "scratch": 67108864}, "startup_s": 30.0}}');
INSERT INTO "versions" VALUES('dfaa0a462034eeb1','two',1,'d2a1806f96b3e973672d0da8a7c0ee46b64323ca8eb23a186f93aa384769957a','the files its command names; it has no folder of its own, and runs in place','{"bot.py": "sha256:7b2272227893892d805aaeca316534090db4efc355c93030d76f13fa67e605be"}','{"argv": ["/srv/referee/.venv/bin/python", "bot.py"], "copy": null, "env": {}, "terms": {"build_s": 600.0, "idle_s": 10.0, "limits": {"cpu_s": null, "file_size": 67108864, "memory": 4294967296, "open_files": 1024, "output": 1073741824, "processes": 512, "scratch": 67108864}, "startup_s": 30.0}}');
