CREATE TABLE court_register.mirror_columns (list text NOT NULL, "position" bigint NOT NULL, name text NOT NULL, type text NOT NULL);
CREATE TABLE court_register.mirror_counts (generation bigint NOT NULL, list text NOT NULL, row_count bigint NOT NULL, new_count bigint NOT NULL, gone_count bigint NOT NULL, misfit_count bigint NOT NULL, content_sum text NOT NULL, rows_sum text NOT NULL, gone_sum text NOT NULL, kept integer NOT NULL);
CREATE TABLE court_register.mirror_followed (mark text NOT NULL, court bigint NOT NULL, since text NOT NULL, asked bigint, missing text, problem text, note text);
CREATE TABLE court_register.mirror_format (version integer NOT NULL, written_by text NOT NULL, seal_rule integer NOT NULL, copy_id text NOT NULL, seal text);
CREATE TABLE court_register.mirror_generations (generation bigint NOT NULL, service text NOT NULL, state text, proof text, started text NOT NULL, before bigint NOT NULL, completed text, kept integer NOT NULL, seal text, former text, aliases text);
CREATE TABLE court_register.mirror_hold (one integer NOT NULL, token text NOT NULL, host text NOT NULL, process bigint NOT NULL, since text NOT NULL, beat bigint NOT NULL);
CREATE TABLE court_register.mirror_name_lists (number integer NOT NULL, list text NOT NULL, made_from text NOT NULL);
CREATE TABLE court_register.mirror_names (list integer NOT NULL, name_row bigint NOT NULL, form text NOT NULL, parts smallint[] NOT NULL);
CREATE TABLE court_register.mirror_progress (list text NOT NULL, progress text NOT NULL, seal text NOT NULL);
CREATE TABLE court_register.mirror_views (name text NOT NULL, query text NOT NULL, seal text NOT NULL);
CREATE TABLE court_register.popis_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.popis_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, polje_integer bigint, polje_decimal numeric, polje_text text, polje_boolean boolean, polje_json json, id bigint, extra json);
CREATE TABLE court_register.popis_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.spis_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.spis_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, extra json);
CREATE TABLE court_register.spis_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.subjekt_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.subjekt_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, oib bigint, extra json);
CREATE TABLE court_register.subjekt_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
ALTER TABLE court_register.mirror_columns ADD CONSTRAINT mirror_columns_pkey PRIMARY KEY (list, "position");
ALTER TABLE court_register.mirror_counts ADD CONSTRAINT mirror_counts_pkey PRIMARY KEY (generation, list);
ALTER TABLE court_register.mirror_followed ADD CONSTRAINT mirror_followed_pkey PRIMARY KEY (mark, court);
ALTER TABLE court_register.mirror_generations ADD CONSTRAINT mirror_generations_pkey PRIMARY KEY (generation);
ALTER TABLE court_register.mirror_hold ADD CONSTRAINT mirror_hold_pkey PRIMARY KEY (one);
ALTER TABLE court_register.mirror_name_lists ADD CONSTRAINT mirror_name_lists_pkey PRIMARY KEY (number);
ALTER TABLE court_register.mirror_progress ADD CONSTRAINT mirror_progress_pkey PRIMARY KEY (list);
ALTER TABLE court_register.mirror_views ADD CONSTRAINT mirror_views_pkey PRIMARY KEY (name);
ALTER TABLE court_register.popis_lookup ADD CONSTRAINT popis_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.popis_seen ADD CONSTRAINT popis_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.spis_lookup ADD CONSTRAINT spis_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.spis_seen ADD CONSTRAINT spis_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.subjekt_lookup ADD CONSTRAINT subjekt_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.subjekt_seen ADD CONSTRAINT subjekt_seen_pkey PRIMARY KEY (first_row);
CREATE INDEX mirror_names_form ON court_register.mirror_names USING hash (form);
CREATE INDEX mirror_names_parts ON court_register.mirror_names USING gin (parts);
CREATE INDEX mirror_names_row ON court_register.mirror_names USING btree (list, name_row);
CREATE INDEX popis_first ON court_register.popis_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX popis_gone ON court_register.popis_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX popis_id ON court_register.popis_rows USING btree (id);
CREATE UNIQUE INDEX popis_row ON court_register.popis_rows USING btree (_row);
CREATE INDEX spis_asked_mark ON court_register.spis_rows USING btree (asked_mark);
CREATE INDEX spis_first ON court_register.spis_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX spis_gone ON court_register.spis_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX spis_row ON court_register.spis_rows USING btree (_row);
CREATE INDEX subjekt_first ON court_register.subjekt_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX subjekt_gone ON court_register.subjekt_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX subjekt_mbs ON court_register.subjekt_rows USING btree (mbs);
CREATE INDEX subjekt_mbs_text ON court_register.subjekt_rows USING btree (((
CASE
    WHEN (mbs < 0) THEN ''::text
    ELSE substr('000000000'::text, (1 + length((mbs)::text)))
END || (mbs)::text)));
CREATE INDEX subjekt_oib ON court_register.subjekt_rows USING btree (oib);
CREATE INDEX subjekt_oib_text ON court_register.subjekt_rows USING btree (((
CASE
    WHEN (oib < 0) THEN ''::text
    ELSE substr('00000000000'::text, (1 + length((oib)::text)))
END || (oib)::text)));
CREATE UNIQUE INDEX subjekt_row ON court_register.subjekt_rows USING btree (_row);
