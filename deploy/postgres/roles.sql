-- Gives the roles that the migrations make their passwords. Run again to change one.
\getenv api_password API_PASSWORD
\getenv worker_password WORKER_PASSWORD
\getenv reader_password READER_PASSWORD
ALTER ROLE fairlot_api PASSWORD :'api_password';
ALTER ROLE fairlot_worker PASSWORD :'worker_password';
ALTER ROLE fairlot_reader PASSWORD :'reader_password';
