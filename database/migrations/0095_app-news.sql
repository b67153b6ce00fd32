-- News: articles that two operators approved, with every version, and announcements that were imported from their source.
-- docs/features/news.md explains.

INSERT INTO app.review_kinds VALUES ('news', 'N', NULL, 'approve', 'write-notices', 1440, 72, false, false);

-- Encoded again by the console's server, and named by their own hash: an approval of the name is one of the bytes. Members get
-- a picture only once a published version shows it.
CREATE TABLE app.news_pictures (
  hash    text        PRIMARY KEY,
  bytes   bytea       NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 204800),
  width   integer     NOT NULL CHECK (width BETWEEN 1 AND 1200),
  height  integer     NOT NULL CHECK (height BETWEEN 1 AND 1200),
  kept_at timestamptz NOT NULL,
  CONSTRAINT news_pictures_named_by_hash CHECK (hash = encode(sha256(bytes), 'hex'))
);
CREATE INDEX news_pictures_by_age ON app.news_pictures (kept_at);
GRANT SELECT ON app.news_pictures TO fairlot_api;
GRANT SELECT, INSERT ON app.news_pictures TO fairlot_console;
GRANT SELECT ON app.news_pictures TO fairlot_worker;

CREATE TABLE app.news_articles (
  id            uuid        PRIMARY KEY,
  topic         text        NOT NULL CHECK (topic IN ('platform', 'lesson', 'verify', 'rules', 'market')),
  -- Members read it from this time on.
  published_at  timestamptz NOT NULL,
  -- The newest version.
  version       integer     NOT NULL DEFAULT 1 CHECK (version BETWEEN 1 AND 100),
  -- Who published it first, for an imported one: its key there, and the page of the source.
  source        text        CHECK (source IN ('twse')),
  source_key    text        CHECK (length(source_key) BETWEEN 1 AND 200),
  source_url    text        CHECK (source_url ~ '^https://www[.]twse[.]com[.]tw/[a-z/.-]{1,100}$'),
  -- Counted from the rows of news_reads when they were deleted.
  final_readers integer     CHECK (final_readers >= 0),
  CONSTRAINT news_articles_imported CHECK ((topic = 'market') = (source IS NOT NULL)
    AND (source IS NULL) = (source_key IS NULL) AND (source IS NULL) = (source_url IS NULL)),
  UNIQUE (source, source_key)
);
CREATE INDEX news_articles_by_time ON app.news_articles (published_at DESC, id DESC);
CREATE INDEX news_articles_by_topic ON app.news_articles (topic, published_at DESC, id DESC);
CREATE INDEX news_articles_counted ON app.news_articles (published_at) WHERE final_readers IS NULL;
GRANT SELECT ON app.news_articles TO fairlot_api, fairlot_console, fairlot_worker;

-- Every version stays. No role changes or deletes one.
CREATE TABLE app.news_versions (
  article_id uuid        NOT NULL REFERENCES app.news_articles (id),
  version    integer     NOT NULL CHECK (version >= 1),
  title_tw   text        NOT NULL CHECK (length(title_tw) BETWEEN 1 AND 120),
  title_en   text        NOT NULL CHECK (length(title_en) BETWEEN 1 AND 120),
  body_tw    text        NOT NULL CHECK (length(body_tw) BETWEEN 1 AND 6000),
  body_en    text        NOT NULL CHECK (length(body_en) BETWEEN 1 AND 6000),
  -- The rule of the rule book that it explains.
  rule       text        CHECK (length(rule) <= 100),
  symbols    text[]      NOT NULL DEFAULT '{}' CHECK (cardinality(symbols) <= 5),
  picture    text        REFERENCES app.news_pictures (hash),
  -- What a correction changed and why, for members.
  note_tw    text        CHECK (length(note_tw) BETWEEN 1 AND 300),
  note_en    text        CHECK (length(note_en) BETWEEN 1 AND 300),
  at         timestamptz NOT NULL,
  review_id  uuid        UNIQUE REFERENCES app.reviews (id),
  PRIMARY KEY (article_id, version),
  CONSTRAINT news_versions_correction CHECK ((version = 1) = (note_tw IS NULL) AND (version = 1) = (note_en IS NULL))
);
CREATE INDEX news_versions_of_picture ON app.news_versions (picture) WHERE picture IS NOT NULL;
GRANT SELECT ON app.news_versions TO fairlot_api, fairlot_console, fairlot_worker;

-- The newest version's stocks, for the list of one stock.
CREATE TABLE app.news_stocks (
  symbol       text        NOT NULL REFERENCES app.instruments (symbol),
  article_id   uuid        NOT NULL REFERENCES app.news_articles (id),
  published_at timestamptz NOT NULL,
  PRIMARY KEY (symbol, article_id)
);
CREATE INDEX news_stocks_by_time ON app.news_stocks (symbol, published_at DESC, article_id DESC);
CREATE INDEX news_stocks_of_article ON app.news_stocks (article_id);
GRANT SELECT ON app.news_stocks TO fairlot_api;

-- One row per article and signed-in reader. The count that members see is the number of these rows.
CREATE TABLE app.news_reads (
  article_id uuid        NOT NULL REFERENCES app.news_articles (id),
  member_id  uuid        NOT NULL REFERENCES app.members (id),
  read_at    timestamptz NOT NULL,
  PRIMARY KEY (article_id, member_id)
);
CREATE INDEX news_reads_of_member ON app.news_reads (member_id);
GRANT SELECT, INSERT ON app.news_reads TO fairlot_api;
GRANT SELECT ON app.news_reads TO fairlot_console;

-- A reader of an article that is not published, or whose count is closed, is no reader.
CREATE FUNCTION app.check_news_read() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Against the closing of the count, which deletes the rows it has counted.
  PERFORM FROM app.news_articles a WHERE a.id = NEW.article_id AND a.published_at <= NEW.read_at AND a.final_readers IS NULL
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'article % takes no reader at %', NEW.article_id, NEW.read_at USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER news_reads_of_published BEFORE INSERT ON app.news_reads FOR EACH ROW EXECUTE FUNCTION app.check_news_read();

-- What the last import of each feed found. A feed that fails keeps its problem until it is good again.
CREATE TABLE app.news_imports (
  feed       text        PRIMARY KEY CHECK (feed IN ('twse-notice', 'twse-punish')),
  checked_at timestamptz NOT NULL,
  good_at    timestamptz,
  problem    text        CHECK (length(problem) BETWEEN 1 AND 300),
  -- Articles that the last good answer added.
  added      integer     NOT NULL DEFAULT 0 CHECK (added >= 0)
);
GRANT SELECT ON app.news_imports TO fairlot_console;
GRANT SELECT, INSERT, UPDATE ON app.news_imports TO fairlot_worker;

CREATE FUNCTION app.list_news_stocks(p_article uuid, p_symbols text[]) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM app.news_stocks s WHERE s.article_id = p_article AND s.symbol <> ALL (p_symbols);
  INSERT INTO app.news_stocks (symbol, article_id, published_at)
  SELECT DISTINCT u.symbol, a.id, a.published_at FROM app.news_articles a, unnest(p_symbols) AS u (symbol) WHERE a.id = p_article
  ON CONFLICT DO NOTHING;
$$;

-- Publishes or corrects what two operators approved, word for word: everything is read from the review. Executed twice it is
-- one version. `superseded`: another correction came first.
CREATE FUNCTION app.publish_news(p_review uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  review    app.reviews;
  asked     jsonb;
  v_article uuid;
  v_version integer;
  v_symbols text[];
BEGIN
  SELECT r.* INTO STRICT review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'news', review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  ELSIF EXISTS (SELECT FROM app.news_versions v WHERE v.review_id = p_review) THEN
    RETURN 'passed';
  END IF;
  asked := review.payload;
  v_article := review.subject::uuid;
  v_symbols := ARRAY(SELECT jsonb_array_elements_text(asked -> 'symbols'));
  IF asked ->> 'corrects' IS NULL THEN
    v_version := 1;
    INSERT INTO app.news_articles (id, topic, published_at)
    VALUES (v_article, asked ->> 'topic', greatest(p_now, review.opened_at, (asked ->> 'publishAt')::timestamptz));
  ELSE
    v_version := (asked ->> 'corrects')::integer + 1;
    UPDATE app.news_articles a SET version = v_version, topic = asked ->> 'topic'
    WHERE a.id = v_article AND a.version = v_version - 1 AND a.source IS NULL;
    IF NOT FOUND THEN
      RETURN 'superseded';
    END IF;
  END IF;
  INSERT INTO app.news_versions (article_id, version, title_tw, title_en, body_tw, body_en, rule, symbols, picture, note_tw, note_en,
    at, review_id)
  VALUES (v_article, v_version, asked #>> '{title,tw}', asked #>> '{title,en}', asked #>> '{body,tw}', asked #>> '{body,en}',
    asked ->> 'rule', v_symbols, asked ->> 'picture', asked #>> '{note,tw}', asked #>> '{note,en}', p_now, p_review);
  PERFORM app.list_news_stocks(v_article, v_symbols);
  RETURN 'passed';
END $$;
GRANT EXECUTE ON FUNCTION app.publish_news TO fairlot_worker;

-- Adds what a public source announced, marked with the source, on stocks we list. The whole answer or nothing. Returns how many
-- were new. A taken worker can add no article of our own, none without its mark, and no flood.
CREATE FUNCTION app.import_news(p_source text, p_url text, p_entries jsonb, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry   record;
  v_added integer := 0;
BEGIN
  FOR entry IN SELECT * FROM jsonb_to_recordset(p_entries) AS e (id uuid, key text, at timestamptz, symbol text, title_tw text,
    title_en text, body_tw text, body_en text) LOOP
    IF entry.at > p_now OR entry.at < p_now - interval '11 days' THEN
      RAISE EXCEPTION 'announcement % is of %', entry.key, entry.at USING ERRCODE = 'check_violation';
    END IF;
    CONTINUE WHEN NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = entry.symbol);
    INSERT INTO app.news_articles (id, topic, published_at, source, source_key, source_url)
    VALUES (entry.id, 'market', entry.at, p_source, entry.key, p_url) ON CONFLICT (source, source_key) DO NOTHING;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO app.news_versions (article_id, version, title_tw, title_en, body_tw, body_en, symbols, at)
    VALUES (entry.id, 1, entry.title_tw, entry.title_en, entry.body_tw, entry.body_en, ARRAY[entry.symbol], p_now);
    PERFORM app.list_news_stocks(entry.id, ARRAY[entry.symbol]);
    v_added := v_added + 1;
  END LOOP;
  IF v_added > 200 OR (SELECT count(*) > 2000 FROM app.news_articles a
    WHERE a.topic = 'market' AND a.published_at > p_now - interval '11 days') THEN
    RAISE EXCEPTION '% new announcements are more than a source has', v_added USING ERRCODE = 'check_violation';
  END IF;
  RETURN v_added;
END $$;
GRANT EXECUTE ON FUNCTION app.import_news TO fairlot_worker;

-- After its time an article's count is final and its rows are deleted, one article per call. The number comes from the rows.
CREATE FUNCTION app.close_news_reads(p_before timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_article uuid;
BEGIN
  IF p_before > clock_timestamp() - interval '365 days' THEN
    RAISE EXCEPTION 'readers are counted for a year at least' USING ERRCODE = 'check_violation';
  END IF;
  SELECT a.id INTO v_article FROM app.news_articles a WHERE a.final_readers IS NULL AND a.published_at < p_before
  ORDER BY a.published_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF v_article IS NULL THEN
    RETURN false;
  END IF;
  UPDATE app.news_articles a SET final_readers = (SELECT count(*) FROM app.news_reads r WHERE r.article_id = a.id) WHERE a.id = v_article;
  DELETE FROM app.news_reads r WHERE r.article_id = v_article;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION app.close_news_reads TO fairlot_worker;

-- Pictures of drafts that were never published. An open review lasts three days.
CREATE FUNCTION app.delete_news_pictures(p_before timestamptz, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_deleted integer;
BEGIN
  IF p_before > clock_timestamp() - interval '7 days' THEN
    RAISE EXCEPTION 'a picture of a draft stays for a week at least' USING ERRCODE = 'check_violation';
  END IF;
  DELETE FROM app.news_pictures p WHERE p.hash IN (
    SELECT n.hash FROM app.news_pictures n WHERE n.kept_at < p_before
      AND NOT EXISTS (SELECT FROM app.news_versions v WHERE v.picture = n.hash)
    ORDER BY n.kept_at LIMIT p_limit);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
GRANT EXECUTE ON FUNCTION app.delete_news_pictures TO fairlot_worker;
