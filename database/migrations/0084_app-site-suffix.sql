-- A new practice installation writes millions in the reader's language. Later two operators change it, as before.
GRANT UPDATE (value, updated_at) ON app.site_config TO fairlot_seed;
