-- Gives the roles that the migrations make their passwords. Run again to change one.
\getenv api_password API_PASSWORD
\getenv console_password CONSOLE_PASSWORD
\getenv console_app_password CONSOLE_APP_PASSWORD
\getenv worker_password WORKER_PASSWORD
\getenv settlement_password SETTLEMENT_PASSWORD
\getenv reader_password READER_PASSWORD
\getenv exchange_password EXCHANGE_PASSWORD
\getenv quotes_password QUOTES_PASSWORD
\getenv live_password LIVE_PASSWORD
\getenv practice_password PRACTICE_PASSWORD
\getenv practice_proposer_password PRACTICE_PROPOSER_PASSWORD
\getenv practice_approver_password PRACTICE_APPROVER_PASSWORD
\getenv seed_password SEED_PASSWORD
ALTER ROLE fairlot_api PASSWORD :'api_password';
ALTER ROLE fairlot_console PASSWORD :'console_password';
ALTER ROLE fairlot_console_app PASSWORD :'console_app_password';
ALTER ROLE fairlot_worker PASSWORD :'worker_password';
ALTER ROLE fairlot_settlement PASSWORD :'settlement_password';
ALTER ROLE fairlot_reader PASSWORD :'reader_password';
ALTER ROLE fairlot_exchange PASSWORD :'exchange_password';
ALTER ROLE fairlot_quotes PASSWORD :'quotes_password';
ALTER ROLE fairlot_live PASSWORD :'live_password';
ALTER ROLE fairlot_practice PASSWORD :'practice_password';
ALTER ROLE fairlot_practice_proposer PASSWORD :'practice_proposer_password';
ALTER ROLE fairlot_practice_approver PASSWORD :'practice_approver_password';
ALTER ROLE fairlot_seed PASSWORD :'seed_password';
