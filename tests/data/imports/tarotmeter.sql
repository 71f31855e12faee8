CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('fr_FR');
CREATE TABLE IF NOT EXISTS `PlayerEntity` (`player_id` TEXT NOT NULL, `name` TEXT NOT NULL, `updated_at` INTEGER NOT NULL, `is_deleted` INTEGER NOT NULL, PRIMARY KEY(`player_id`));
CREATE INDEX IF NOT EXISTS `index_PlayerEntity_name` ON `PlayerEntity` (`name`);
CREATE TABLE IF NOT EXISTS `GameEntity` (`game_id` TEXT NOT NULL, `name` TEXT NOT NULL, `started_at` INTEGER NOT NULL, `updated_at` INTEGER NOT NULL, `is_deleted` INTEGER NOT NULL, PRIMARY KEY(`game_id`));
CREATE TABLE IF NOT EXISTS `GamePlayerCrossRef` (`game_id` TEXT NOT NULL, `player_id` TEXT NOT NULL, `is_deleted` INTEGER NOT NULL, PRIMARY KEY(`game_id`, `player_id`));
CREATE TABLE IF NOT EXISTS `RoundEntity` (`round_id` TEXT NOT NULL, `game_id` TEXT NOT NULL, `taker_id` TEXT NOT NULL, `partner_id` TEXT, `contract` TEXT NOT NULL, `oudler_count` INTEGER NOT NULL, `taker_points` INTEGER NOT NULL, `poignee` TEXT NOT NULL, `petit_au_bout` TEXT NOT NULL, `index` INTEGER NOT NULL, `chelem` TEXT NOT NULL, `updated_at` INTEGER NOT NULL, `is_deleted` INTEGER NOT NULL, PRIMARY KEY(`round_id`));
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
INSERT INTO room_master_table VALUES (42, '1f47eef59e352862787aee9d2bf61ab8');
INSERT INTO PlayerEntity VALUES ('p1','Anne',1,0),('p2','Bob',1,0),('p3','Cléo',1,0),('p4','Dino',1,0),('p5','Eva',1,1);
INSERT INTO GameEntity VALUES ('g1','Vendredi',1760121000000,1,0),('g2','',1762545600000,1,0),('g3','Gone',1762545600000,1,1);
INSERT INTO GamePlayerCrossRef VALUES ('g1','p1',0),('g1','p2',0),('g1','p3',0),('g1','p4',0),('g1','p5',0),('g2','p1',0),('g2','p2',0),('g2','p3',0),('g2','p4',0),('g2','p5',1);
INSERT INTO RoundEntity VALUES
 ('r2','g1','p5','p5','PETITE',1,51,'NONE','NONE',1,'NONE',1,0),
 ('r1','g1','p1','p2','GARDE',2,50,'NONE','NONE',0,'NONE',1,0),
 ('r3','g1','p3','p4','GARDE_SANS',0,56,'SIMPLE_DOUBLE','NONE',2,'NONE',1,0),
 ('r4','g1','p3','p4','GARDE_SANS',0,56,'NONE','NONE',3,'NONE',1,1),
 ('r5','g2','p2',NULL,'GARDE_CONTRE',2,41,'NONE','DEFENSE',0,'NONE',1,0),
 ('r6','g2','p1',NULL,'GARDE',1,60,'NONE','NONE',1,'FAILED',1,0),
 ('r7','g3','p1',NULL,'GARDE',1,60,'NONE','NONE',0,'NONE',1,0);
