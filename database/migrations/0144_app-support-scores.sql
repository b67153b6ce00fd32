-- A member asks for a correction of the credit score: the matter is about the score, named by the version of its formula.

ALTER TABLE app.support_threads
  DROP CONSTRAINT support_threads_about_kind_check,
  ADD CONSTRAINT support_threads_about_kind_check
    CHECK (about_kind IN ('order', 'position', 'deposit', 'withdrawal', 'refusal', 'score'));
