-- MySQL dump 10.13  Distrib 8.0.39, for Linux (x86_64)
--
-- Host: localhost    Database: tarot
-- ------------------------------------------------------
/*!40101 SET NAMES utf8mb4 */;

DROP TABLE IF EXISTS `users`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE `users` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `name` varchar(255) COLLATE utf8mb4_unicode_ci NOT NULL,
  `email` varchar(255) COLLATE utf8mb4_unicode_ci NOT NULL,
  `elo` int NOT NULL DEFAULT '1500',
  PRIMARY KEY (`id`),
  UNIQUE KEY `users_email_unique` (`email`)
) ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4;

LOCK TABLES `users` WRITE;
INSERT INTO `users` VALUES (1,'Anne','anne@example.org',1500),(2,'Bob','b@example.org',1500),(3,'Cléo','c@example.org',1500),(4,'Dino; d\'Or','d@example.org',1500),(5,'Eva (la grande)','e@example.org',1500);
UNLOCK TABLES;

CREATE TABLE `games` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `played_at` datetime NOT NULL,
  `nombre_joueurs` int NOT NULL,
  `contract_type` enum('petite','garde','garde_sans','garde_contre') COLLATE utf8mb4_unicode_ci NOT NULL,
  `contract_success` tinyint(1) NOT NULL,
  `points` int NOT NULL,
  `oudlers` int NOT NULL,
  `petit_au_bout` tinyint(1) NOT NULL DEFAULT '0',
  `petit_au_bout_team` varchar(255) COLLATE utf8mb4_unicode_ci DEFAULT NULL,
  `poignee` enum('aucune','simple','double','triple') COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT 'aucune',
  `poignee_team` varchar(255) COLLATE utf8mb4_unicode_ci DEFAULT NULL,
  `chelem` enum('aucun','annonce_reussi','annonce_chute','non_annonce') COLLATE utf8mb4_unicode_ci NOT NULL DEFAULT 'aucun',
  `bonus_points` int NOT NULL DEFAULT '0',
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `games` VALUES (1,'2025-10-10 20:30:00',4,'garde',1,45,2,1,'defense','simple','defense','aucun',0),(2,'2025-11-07 21:00:00',5,'garde_sans',1,91,3,0,NULL,'aucune',NULL,'annonce_reussi',0),(3,'2025-10-10 20:45:00',4,'petite',0,40,1,0,NULL,'aucune',NULL,'aucun',0);

CREATE TABLE `game_players` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `game_id` bigint unsigned NOT NULL,
  `user_id` bigint unsigned NOT NULL,
  `role` enum('preneur','attaquant','defenseur') COLLATE utf8mb4_unicode_ci NOT NULL,
  `score` int NOT NULL,
  PRIMARY KEY (`id`),
  CONSTRAINT `game_players_game_id_foreign` FOREIGN KEY (`game_id`) REFERENCES `games` (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `game_players` VALUES (1,1,1,'preneur',54),(2,1,2,'defenseur',-18),(3,1,3,'defenseur',-18),(4,1,4,'defenseur',-18),(5,2,1,'preneur',3830),(6,2,2,'attaquant',1910),(7,2,3,'defenseur',-1930),(8,2,4,'defenseur',-1930),(9,2,5,'defenseur',-1880),(10,3,4,'defenseur',36),(11,3,3,'defenseur',36),(12,3,2,'preneur',-108),(13,3,1,'defenseur',36);

CREATE TABLE `game_miseres` (
  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
  `game_id` bigint unsigned NOT NULL,
  `user_id` bigint unsigned NOT NULL,
  `type` enum('tetes','atouts') COLLATE utf8mb4_unicode_ci NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `game_miseres` VALUES (1,2,5,'atouts');
-- Dump completed on 2025-11-08  9:00:00
