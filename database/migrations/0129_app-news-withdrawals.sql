-- Two operators withdraw an article, or cancel one before its time. Every version stays; members read when and why.
CREATE TABLE app.news_withdrawals (
  article_id uuid        PRIMARY KEY REFERENCES app.news_articles (id),
  -- The version that was the newest.
  version    integer     NOT NULL,
  note_tw    text        NOT NULL CHECK (length(note_tw) BETWEEN 1 AND 300),
  note_en    text        NOT NULL CHECK (length(note_en) BETWEEN 1 AND 300),
  at         timestamptz NOT NULL,
  review_id  uuid        NOT NULL UNIQUE REFERENCES app.reviews (id)
);
GRANT SELECT ON app.news_withdrawals TO fairlot_api, fairlot_console, fairlot_worker;

-- Before its time an article is cancelled: it never exists for members. `superseded`: a correction or another withdrawal came first.
CREATE FUNCTION app.withdraw_news(p_review uuid, p_now timestamptz) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  review app.reviews;
BEGIN
  SELECT r.* INTO STRICT review FROM app.reviews r WHERE r.id = p_review;
  IF NOT recon.is_approved_by_two(p_review, 'news', review.subject) THEN
    RAISE EXCEPTION 'review % is not approved by two operators', p_review USING ERRCODE = 'insufficient_privilege';
  ELSIF review.payload ->> 'withdraws' IS NULL THEN
    RAISE EXCEPTION 'review % is about no withdrawal', p_review USING ERRCODE = 'check_violation';
  ELSIF EXISTS (SELECT FROM app.news_withdrawals w WHERE w.review_id = p_review) THEN
    RETURN 'passed';
  END IF;
  -- Against a correction of the same moment.
  PERFORM FROM app.news_articles a
  WHERE a.id = review.subject::uuid AND a.version = (review.payload ->> 'withdraws')::integer FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = review.subject::uuid) THEN
    RETURN 'superseded';
  END IF;
  INSERT INTO app.news_withdrawals (article_id, version, note_tw, note_en, at, review_id)
  VALUES (review.subject::uuid, (review.payload ->> 'withdraws')::integer, review.payload #>> '{note,tw}',
    review.payload #>> '{note,en}', greatest(p_now, review.opened_at), p_review);
  RETURN 'passed';
END $$;
GRANT EXECUTE ON FUNCTION app.withdraw_news TO fairlot_worker;

-- A withdrawn article gets no version and no reader.
CREATE FUNCTION app.check_news_withdrawn() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = NEW.article_id) THEN
    RAISE EXCEPTION 'article % is withdrawn', NEW.article_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER news_versions_of_current BEFORE INSERT ON app.news_versions FOR EACH ROW EXECUTE FUNCTION app.check_news_withdrawn();
CREATE TRIGGER news_reads_of_current BEFORE INSERT ON app.news_reads FOR EACH ROW EXECUTE FUNCTION app.check_news_withdrawn();
