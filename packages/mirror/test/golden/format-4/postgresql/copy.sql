CREATE SCHEMA court_register;
CREATE TABLE court_register.jezik_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.jezik_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, id bigint, sifra bigint, naziv text, extra json);
CREATE TABLE court_register.jezik_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
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
CREATE TABLE court_register.pismena_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.pismena_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, datum text, podnositelj text, "predmetId" bigint, prilozi text, tip text, vrsta text, extra json);
CREATE TABLE court_register.pismena_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.postupak_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.postupak_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, postupak bigint, datum_stjecaja text, extra json);
CREATE TABLE court_register.postupak_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register."povezaniPredmeti_lookup" (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register."povezaniPredmeti_rows" (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, "datumVeze" text, id bigint, opis text, "predmetId" bigint, tip bigint, "vezaniOznaka" text, "vezaniOznakaBroj" text, "vezaniSud" bigint, extra json);
CREATE TABLE court_register."povezaniPredmeti_seen" (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.predmet_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.predmet_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, broj bigint, "datumArhiviranja" text, "datumDodjele" text, "datumDonosenjaOdluke" text, "datumOsnivanja" text, "datumOtpreme" text, "datumOvrsnosti" text, "datumPocetkaProcesa" text, "datumPravomocnosti" text, "datumRokaCuvanja" text, "datumZalbe" text, "lastUpdateTime" text, id bigint, "nazivUj" text, "oznakaBroj" text, "oznakaUj" text, "pogresnoUpisani" text, prekrsajni text, "spisIzvanSuda" text, "spisNaVisemSudu" text, "stalnaSluzba" text, sudac text, "upisnikNaziv" text, "upisnikOznaka" text, "vrstaOdluke" text, "vrstaPredmeta" text, "sudId" bigint, "upisnikId" bigint, extra json);
CREATE TABLE court_register.predmet_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.rocista_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.rocista_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, odgoda text, "plPocetak" text, "plZavrsetak" text, "predmetId" bigint, sobanaziv text, sobaoznaka text, "stPocetak" text, "stZavrsetak" text, "vrstaRadnje" text, extra json);
CREATE TABLE court_register.rocista_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.sjediste_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.sjediste_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, drzava_id bigint, drzava json, naselje_van_sifrarnika text, ulica text, kucni_broj bigint, kucni_podbroj text, sifra_zupanije bigint, naziv_zupanije text, sifra_opcine bigint, naziv_opcine text, sifra_naselja bigint, naziv_naselja text, extra json);
CREATE TABLE court_register.sjediste_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.skracena_tvrtka_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.skracena_tvrtka_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, ime text, extra json);
CREATE TABLE court_register.skracena_tvrtka_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register."stariPredmet_lookup" (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register."stariPredmet_rows" (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, "oznakaBroj" text, "predmetId" bigint, sud bigint, extra json);
CREATE TABLE court_register."stariPredmet_seen" (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.stranke_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.stranke_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, naziv text, nazivuloge text, "predmetId" bigint, extra json);
CREATE TABLE court_register.stranke_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.subjekt_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.subjekt_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, status bigint, sud_id_nadlezan bigint, sud_id_sluzba bigint, oib bigint, ino_podruznica bigint, stecajna_masa bigint, likvidacijska_masa bigint, mbs_brisanog_subjekta bigint, glavna_podruznica_rbr bigint, datum_osnivanja text, datum_brisanja text, extra json);
CREATE TABLE court_register.subjekt_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.sudovi_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.sudovi_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, id bigint, prikaz text, prod text, razina bigint, "sudNaziv" text, "sudOznaka" text, extra json);
CREATE TABLE court_register.sudovi_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.temeljni_kapital_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.temeljni_kapital_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, mbs bigint, valuta_id bigint, valuta json, iznos numeric, extra json);
CREATE TABLE court_register.temeljni_kapital_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register.vjecnici_lookup (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register.vjecnici_rows (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, asked_mark text, asked_court bigint, ime text, "predmetId" bigint, vrsta text, extra json);
CREATE TABLE court_register.vjecnici_seen (first_row bigint NOT NULL, last_row bigint NOT NULL);
CREATE TABLE court_register."vrstaUpisnika_lookup" (_hash bytea NOT NULL, _row bigint NOT NULL);
CREATE TABLE court_register."vrstaUpisnika_rows" (_row bigint NOT NULL, _hash bytea NOT NULL, _first bigint NOT NULL, _gone bigint, id bigint, naziv text, oznaka text, extra json);
CREATE TABLE court_register."vrstaUpisnika_seen" (first_row bigint NOT NULL, last_row bigint NOT NULL);
ALTER TABLE court_register.jezik_lookup ADD CONSTRAINT jezik_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.jezik_seen ADD CONSTRAINT jezik_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.mirror_columns ADD CONSTRAINT mirror_columns_pkey PRIMARY KEY (list, "position");
ALTER TABLE court_register.mirror_counts ADD CONSTRAINT mirror_counts_pkey PRIMARY KEY (generation, list);
ALTER TABLE court_register.mirror_followed ADD CONSTRAINT mirror_followed_pkey PRIMARY KEY (mark, court);
ALTER TABLE court_register.mirror_generations ADD CONSTRAINT mirror_generations_pkey PRIMARY KEY (generation);
ALTER TABLE court_register.mirror_hold ADD CONSTRAINT mirror_hold_pkey PRIMARY KEY (one);
ALTER TABLE court_register.mirror_name_lists ADD CONSTRAINT mirror_name_lists_pkey PRIMARY KEY (number);
ALTER TABLE court_register.mirror_progress ADD CONSTRAINT mirror_progress_pkey PRIMARY KEY (list);
ALTER TABLE court_register.mirror_views ADD CONSTRAINT mirror_views_pkey PRIMARY KEY (name);
ALTER TABLE court_register.pismena_lookup ADD CONSTRAINT pismena_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.pismena_seen ADD CONSTRAINT pismena_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.postupak_lookup ADD CONSTRAINT postupak_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.postupak_seen ADD CONSTRAINT postupak_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register."povezaniPredmeti_lookup" ADD CONSTRAINT "povezaniPredmeti_lookup_pkey" PRIMARY KEY (_hash, _row);
ALTER TABLE court_register."povezaniPredmeti_seen" ADD CONSTRAINT "povezaniPredmeti_seen_pkey" PRIMARY KEY (first_row);
ALTER TABLE court_register.predmet_lookup ADD CONSTRAINT predmet_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.predmet_seen ADD CONSTRAINT predmet_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.rocista_lookup ADD CONSTRAINT rocista_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.rocista_seen ADD CONSTRAINT rocista_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.sjediste_lookup ADD CONSTRAINT sjediste_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.sjediste_seen ADD CONSTRAINT sjediste_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.skracena_tvrtka_lookup ADD CONSTRAINT skracena_tvrtka_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.skracena_tvrtka_seen ADD CONSTRAINT skracena_tvrtka_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register."stariPredmet_lookup" ADD CONSTRAINT "stariPredmet_lookup_pkey" PRIMARY KEY (_hash, _row);
ALTER TABLE court_register."stariPredmet_seen" ADD CONSTRAINT "stariPredmet_seen_pkey" PRIMARY KEY (first_row);
ALTER TABLE court_register.stranke_lookup ADD CONSTRAINT stranke_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.stranke_seen ADD CONSTRAINT stranke_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.subjekt_lookup ADD CONSTRAINT subjekt_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.subjekt_seen ADD CONSTRAINT subjekt_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.sudovi_lookup ADD CONSTRAINT sudovi_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.sudovi_seen ADD CONSTRAINT sudovi_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.temeljni_kapital_lookup ADD CONSTRAINT temeljni_kapital_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.temeljni_kapital_seen ADD CONSTRAINT temeljni_kapital_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register.vjecnici_lookup ADD CONSTRAINT vjecnici_lookup_pkey PRIMARY KEY (_hash, _row);
ALTER TABLE court_register.vjecnici_seen ADD CONSTRAINT vjecnici_seen_pkey PRIMARY KEY (first_row);
ALTER TABLE court_register."vrstaUpisnika_lookup" ADD CONSTRAINT "vrstaUpisnika_lookup_pkey" PRIMARY KEY (_hash, _row);
ALTER TABLE court_register."vrstaUpisnika_seen" ADD CONSTRAINT "vrstaUpisnika_seen_pkey" PRIMARY KEY (first_row);
CREATE INDEX jezik_first ON court_register.jezik_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX jezik_gone ON court_register.jezik_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX jezik_id ON court_register.jezik_rows USING btree (id);
CREATE UNIQUE INDEX jezik_row ON court_register.jezik_rows USING btree (_row);
CREATE INDEX mirror_names_form ON court_register.mirror_names USING hash (form);
CREATE INDEX mirror_names_parts ON court_register.mirror_names USING gin (parts);
CREATE INDEX mirror_names_row ON court_register.mirror_names USING btree (list, name_row);
CREATE INDEX pismena_asked_mark ON court_register.pismena_rows USING btree (asked_mark);
CREATE INDEX pismena_first ON court_register.pismena_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX pismena_gone ON court_register.pismena_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX pismena_row ON court_register.pismena_rows USING btree (_row);
CREATE INDEX postupak_first ON court_register.postupak_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX postupak_gone ON court_register.postupak_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX postupak_mbs ON court_register.postupak_rows USING btree (mbs);
CREATE UNIQUE INDEX postupak_row ON court_register.postupak_rows USING btree (_row);
CREATE INDEX "povezaniPredmeti_asked_mark" ON court_register."povezaniPredmeti_rows" USING btree (asked_mark);
CREATE INDEX "povezaniPredmeti_first" ON court_register."povezaniPredmeti_rows" USING btree (_first) WHERE (_first > 1);
CREATE INDEX "povezaniPredmeti_gone" ON court_register."povezaniPredmeti_rows" USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX "povezaniPredmeti_id" ON court_register."povezaniPredmeti_rows" USING btree (id);
CREATE UNIQUE INDEX "povezaniPredmeti_row" ON court_register."povezaniPredmeti_rows" USING btree (_row);
CREATE INDEX predmet_asked_mark ON court_register.predmet_rows USING btree (asked_mark);
CREATE INDEX predmet_first ON court_register.predmet_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX predmet_gone ON court_register.predmet_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX predmet_id ON court_register.predmet_rows USING btree (id);
CREATE UNIQUE INDEX predmet_row ON court_register.predmet_rows USING btree (_row);
CREATE INDEX rocista_asked_mark ON court_register.rocista_rows USING btree (asked_mark);
CREATE INDEX rocista_first ON court_register.rocista_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX rocista_gone ON court_register.rocista_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX rocista_row ON court_register.rocista_rows USING btree (_row);
CREATE INDEX sjediste_first ON court_register.sjediste_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX sjediste_gone ON court_register.sjediste_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX sjediste_mbs ON court_register.sjediste_rows USING btree (mbs);
CREATE UNIQUE INDEX sjediste_row ON court_register.sjediste_rows USING btree (_row);
CREATE INDEX skracena_tvrtka_first ON court_register.skracena_tvrtka_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX skracena_tvrtka_gone ON court_register.skracena_tvrtka_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX skracena_tvrtka_mbs ON court_register.skracena_tvrtka_rows USING btree (mbs);
CREATE UNIQUE INDEX skracena_tvrtka_row ON court_register.skracena_tvrtka_rows USING btree (_row);
CREATE INDEX "stariPredmet_asked_mark" ON court_register."stariPredmet_rows" USING btree (asked_mark);
CREATE INDEX "stariPredmet_first" ON court_register."stariPredmet_rows" USING btree (_first) WHERE (_first > 1);
CREATE INDEX "stariPredmet_gone" ON court_register."stariPredmet_rows" USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX "stariPredmet_row" ON court_register."stariPredmet_rows" USING btree (_row);
CREATE INDEX stranke_asked_mark ON court_register.stranke_rows USING btree (asked_mark);
CREATE INDEX stranke_first ON court_register.stranke_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX stranke_gone ON court_register.stranke_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX stranke_row ON court_register.stranke_rows USING btree (_row);
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
CREATE INDEX sudovi_first ON court_register.sudovi_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX sudovi_gone ON court_register.sudovi_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX sudovi_id ON court_register.sudovi_rows USING btree (id);
CREATE UNIQUE INDEX sudovi_row ON court_register.sudovi_rows USING btree (_row);
CREATE INDEX temeljni_kapital_first ON court_register.temeljni_kapital_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX temeljni_kapital_gone ON court_register.temeljni_kapital_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX temeljni_kapital_mbs ON court_register.temeljni_kapital_rows USING btree (mbs);
CREATE UNIQUE INDEX temeljni_kapital_row ON court_register.temeljni_kapital_rows USING btree (_row);
CREATE INDEX vjecnici_asked_mark ON court_register.vjecnici_rows USING btree (asked_mark);
CREATE INDEX vjecnici_first ON court_register.vjecnici_rows USING btree (_first) WHERE (_first > 1);
CREATE INDEX vjecnici_gone ON court_register.vjecnici_rows USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE UNIQUE INDEX vjecnici_row ON court_register.vjecnici_rows USING btree (_row);
CREATE INDEX "vrstaUpisnika_first" ON court_register."vrstaUpisnika_rows" USING btree (_first) WHERE (_first > 1);
CREATE INDEX "vrstaUpisnika_gone" ON court_register."vrstaUpisnika_rows" USING btree (_gone) WHERE (_gone IS NOT NULL);
CREATE INDEX "vrstaUpisnika_id" ON court_register."vrstaUpisnika_rows" USING btree (id);
CREATE UNIQUE INDEX "vrstaUpisnika_row" ON court_register."vrstaUpisnika_rows" USING btree (_row);
INSERT INTO court_register."jezik_rows" SELECT * FROM json_populate_record(NULL::court_register."jezik_rows", '{"_row":1,"_hash":"\\xddfbc2f3b7d4a72061b94f392a1a14b2","_first":1,"_gone":null,"id":2,"sifra":2,"naziv":"engleski","extra":null}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"jezik","position":0,"name":"id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"jezik","position":1,"name":"sifra","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"jezik","position":2,"name":"naziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":2,"name":"datum","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":3,"name":"podnositelj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":4,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":5,"name":"prilozi","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":6,"name":"tip","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"pismena","position":7,"name":"vrsta","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"postupak","position":0,"name":"mbs","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"postupak","position":1,"name":"postupak","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"postupak","position":2,"name":"datum_stjecaja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":2,"name":"datumVeze","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":3,"name":"id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":4,"name":"opis","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":5,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":6,"name":"tip","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":7,"name":"vezaniOznaka","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":8,"name":"vezaniOznakaBroj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"povezaniPredmeti","position":9,"name":"vezaniSud","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":10,"name":"datumPravomocnosti","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":11,"name":"datumRokaCuvanja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":12,"name":"datumZalbe","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":13,"name":"lastUpdateTime","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":14,"name":"id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":15,"name":"nazivUj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":16,"name":"oznakaBroj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":17,"name":"oznakaUj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":18,"name":"pogresnoUpisani","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":19,"name":"prekrsajni","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":2,"name":"broj","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":20,"name":"spisIzvanSuda","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":21,"name":"spisNaVisemSudu","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":22,"name":"stalnaSluzba","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":23,"name":"sudac","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":24,"name":"upisnikNaziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":25,"name":"upisnikOznaka","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":26,"name":"vrstaOdluke","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":27,"name":"vrstaPredmeta","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":28,"name":"sudId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":29,"name":"upisnikId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":3,"name":"datumArhiviranja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":4,"name":"datumDodjele","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":5,"name":"datumDonosenjaOdluke","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":6,"name":"datumOsnivanja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":7,"name":"datumOtpreme","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":8,"name":"datumOvrsnosti","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"predmet","position":9,"name":"datumPocetkaProcesa","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":10,"name":"vrstaRadnje","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":2,"name":"odgoda","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":3,"name":"plPocetak","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":4,"name":"plZavrsetak","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":5,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":6,"name":"sobanaziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":7,"name":"sobaoznaka","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":8,"name":"stPocetak","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"rocista","position":9,"name":"stZavrsetak","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":0,"name":"mbs","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":1,"name":"drzava_id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":10,"name":"naziv_opcine","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":11,"name":"sifra_naselja","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":12,"name":"naziv_naselja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":2,"name":"drzava","type":"json"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":3,"name":"naselje_van_sifrarnika","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":4,"name":"ulica","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":5,"name":"kucni_broj","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":6,"name":"kucni_podbroj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":7,"name":"sifra_zupanije","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":8,"name":"naziv_zupanije","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sjediste","position":9,"name":"sifra_opcine","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"skracena_tvrtka","position":0,"name":"mbs","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"skracena_tvrtka","position":1,"name":"ime","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stariPredmet","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stariPredmet","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stariPredmet","position":2,"name":"oznakaBroj","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stariPredmet","position":3,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stariPredmet","position":4,"name":"sud","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stranke","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stranke","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stranke","position":2,"name":"naziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stranke","position":3,"name":"nazivuloge","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"stranke","position":4,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":0,"name":"mbs","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":1,"name":"status","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":10,"name":"datum_osnivanja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":11,"name":"datum_brisanja","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":2,"name":"sud_id_nadlezan","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":3,"name":"sud_id_sluzba","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":4,"name":"oib","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":5,"name":"ino_podruznica","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":6,"name":"stecajna_masa","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":7,"name":"likvidacijska_masa","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":8,"name":"mbs_brisanog_subjekta","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"subjekt","position":9,"name":"glavna_podruznica_rbr","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":0,"name":"id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":1,"name":"prikaz","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":2,"name":"prod","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":3,"name":"razina","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":4,"name":"sudNaziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"sudovi","position":5,"name":"sudOznaka","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"temeljni_kapital","position":0,"name":"mbs","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"temeljni_kapital","position":1,"name":"valuta_id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"temeljni_kapital","position":2,"name":"valuta","type":"json"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"temeljni_kapital","position":3,"name":"iznos","type":"decimal"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vjecnici","position":0,"name":"asked_mark","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vjecnici","position":1,"name":"asked_court","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vjecnici","position":2,"name":"ime","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vjecnici","position":3,"name":"predmetId","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vjecnici","position":4,"name":"vrsta","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vrstaUpisnika","position":0,"name":"id","type":"integer"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vrstaUpisnika","position":1,"name":"naziv","type":"text"}');
INSERT INTO court_register."mirror_columns" SELECT * FROM json_populate_record(NULL::court_register."mirror_columns", '{"list":"vrstaUpisnika","position":2,"name":"oznaka","type":"text"}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"jezik","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"ddfbc2f3b7d4a72061b94f392a1a14b2","rows_sum":"4113aa9476b71f7b39ddedab7e4e3e16","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"postupak","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"sjediste","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"a0e5e98a95fab6c6ecaba530a6cc5811","rows_sum":"9978a94b6720cb211e13ef91f4650833","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"skracena_tvrtka","row_count":3,"new_count":3,"gone_count":0,"misfit_count":0,"content_sum":"a186fd6b07fef1f33c0a585513aef0ed","rows_sum":"77753cf19c7f3a5d88be8c9fd661bd1f","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"subjekt","row_count":5,"new_count":5,"gone_count":0,"misfit_count":0,"content_sum":"f320f4e206d90c36883e666643751428","rows_sum":"11ce569e3bda46df25a7b1959c1c63d4","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":1,"list":"temeljni_kapital","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"778699ffc3fef528eec7e0b6daffa8f8","rows_sum":"5bbcbcc72cb3ba7a754fa22490fefae8","gone_sum":"00000000000000000000000000000000","kept":0}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"pismena","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"povezaniPredmeti","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"predmet","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"13af977e53de43b60c97a65826f0fdd5","rows_sum":"c27adfaa484b19042170f30874d2f97f","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"rocista","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"e02beb4e685bf1d237058b8993e0e901","rows_sum":"84282ff65026fd387712a29cbba2bb03","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"stariPredmet","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"stranke","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"sudovi","row_count":2,"new_count":2,"gone_count":0,"misfit_count":0,"content_sum":"66c814b3fb30ef308182e1a5392d81a0","rows_sum":"6a433a67d0ff54169306a875a29e802e","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"vjecnici","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":2,"list":"vrstaUpisnika","row_count":2,"new_count":2,"gone_count":0,"misfit_count":0,"content_sum":"1d92e40a6d30955172559da0c49d0358","rows_sum":"495a2125b011953e7ea2e11003cb51a6","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"jezik","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"ddfbc2f3b7d4a72061b94f392a1a14b2","rows_sum":"4113aa9476b71f7b39ddedab7e4e3e16","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"postupak","row_count":1,"new_count":1,"gone_count":0,"misfit_count":0,"content_sum":"547accf143a16e1a9ca6e2e1f9992986","rows_sum":"47c03cc8738a371b5286a8a5eccb7c92","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"sjediste","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"a0e5e98a95fab6c6ecaba530a6cc5811","rows_sum":"9978a94b6720cb211e13ef91f4650833","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"skracena_tvrtka","row_count":3,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"a186fd6b07fef1f33c0a585513aef0ed","rows_sum":"77753cf19c7f3a5d88be8c9fd661bd1f","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"subjekt","row_count":5,"new_count":1,"gone_count":1,"misfit_count":0,"content_sum":"0d8f0cc83dea8e270face3aa67a03b5e","rows_sum":"d8d6267b65d7e11ca9f56358a723d2aa","gone_sum":"d6de52b27bb3f6597ddc999729738854","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":3,"list":"temeljni_kapital","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"778699ffc3fef528eec7e0b6daffa8f8","rows_sum":"5bbcbcc72cb3ba7a754fa22490fefae8","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"pismena","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"povezaniPredmeti","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"predmet","row_count":1,"new_count":1,"gone_count":1,"misfit_count":0,"content_sum":"03c48f811c7d208c740df679674a55da","rows_sum":"9c91bcbfa151810083c9bd51d30858f6","gone_sum":"c27adfaa484b19042170f30874d2f97f","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"rocista","row_count":1,"new_count":1,"gone_count":1,"misfit_count":0,"content_sum":"71bd49cf55fb939d5f81c142eb25fbfd","rows_sum":"8727ef13b2f58eaacd7cc64e97bdebf1","gone_sum":"84282ff65026fd387712a29cbba2bb03","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"stariPredmet","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"stranke","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"sudovi","row_count":2,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"66c814b3fb30ef308182e1a5392d81a0","rows_sum":"6a433a67d0ff54169306a875a29e802e","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"vjecnici","row_count":0,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":4,"list":"vrstaUpisnika","row_count":2,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"1d92e40a6d30955172559da0c49d0358","rows_sum":"495a2125b011953e7ea2e11003cb51a6","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"jezik","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"ddfbc2f3b7d4a72061b94f392a1a14b2","rows_sum":"4113aa9476b71f7b39ddedab7e4e3e16","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"postupak","row_count":0,"new_count":0,"gone_count":1,"misfit_count":0,"content_sum":"00000000000000000000000000000000","rows_sum":"00000000000000000000000000000000","gone_sum":"47c03cc8738a371b5286a8a5eccb7c92","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"sjediste","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"a0e5e98a95fab6c6ecaba530a6cc5811","rows_sum":"9978a94b6720cb211e13ef91f4650833","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"skracena_tvrtka","row_count":3,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"a186fd6b07fef1f33c0a585513aef0ed","rows_sum":"77753cf19c7f3a5d88be8c9fd661bd1f","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"subjekt","row_count":5,"new_count":1,"gone_count":1,"misfit_count":0,"content_sum":"f320f4e206d90c36883e666643751428","rows_sum":"6d47a1682aaa20451d1a17f241ea8524","gone_sum":"9de6228fa5b19097022a4b5a347af72a","kept":1}');
INSERT INTO court_register."mirror_counts" SELECT * FROM json_populate_record(NULL::court_register."mirror_counts", '{"generation":5,"list":"temeljni_kapital","row_count":1,"new_count":0,"gone_count":0,"misfit_count":0,"content_sum":"778699ffc3fef528eec7e0b6daffa8f8","rows_sum":"5bbcbcc72cb3ba7a754fa22490fefae8","gone_sum":"00000000000000000000000000000000","kept":1}');
INSERT INTO court_register."mirror_followed" SELECT * FROM json_populate_record(NULL::court_register."mirror_followed", '{"mark":"P-1/2025","court":3,"since":"1970-01-01T00:00:00.000Z","asked":4,"missing":null,"problem":null,"note":null}');
INSERT INTO court_register."mirror_format" SELECT * FROM json_populate_record(NULL::court_register."mirror_format", '{"version":4,"written_by":"0.1.0","seal_rule":1,"copy_id":"e5141d85-2140-408a-a041-b790321d53b0","seal":"3c8e01b86dd563ab0b3c3e0e4017294722b8b3341b852eec3aaab9e999fddf6b"}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":1,"service":"https://registar.primjer.hr","state":"state-of-day-1","proof":"state","started":"2026-01-01T07:00:00.000Z","before":0,"completed":"2026-01-01T07:00:00.000Z","kept":0,"seal":"8a77bc6dbe7162ccd4612729d967d96e91600ccf26752685c99e65e96f090947","former":null,"aliases":null}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":2,"service":"https://spisi.primjer.hr/graphql","state":"2026-01-01T06:00:00","proof":"state","started":"2026-01-01T07:00:00.000Z","before":0,"completed":"2026-01-01T07:00:00.000Z","kept":1,"seal":"23d306058031765cda30d6172f7445a9263c82069335975f5e9658e682a3bf2f","former":"ff7a872fa84f9772d625d4dc619b7159233c5833c0ddc9130ad3b54118429274","aliases":null}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":3,"service":"https://registar.primjer.hr","state":"state-of-day-2","proof":"state","started":"2026-01-02T07:00:00.000Z","before":2,"completed":"2026-01-02T07:00:00.000Z","kept":1,"seal":"b94219a30ef48a778a9d052990e5ca5f2a7933ed44b588e64472290ba58fcec2","former":"56ea815567885a5f1df5b4abdd1377e9cf0e644b4f336fa22683d8c11a3587b4","aliases":null}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":4,"service":"https://spisi.primjer.hr/graphql","state":"2026-01-02T06:00:00","proof":"state","started":"2026-01-02T07:00:00.000Z","before":2,"completed":"2026-01-02T07:00:00.000Z","kept":1,"seal":"bef0129c2565d689adf32f12f1a56198a3ad30ba5dfda8ca348fd16f4155384d","former":"4d6c734f3663af23070a4c3a4006bd106d4c28dcc336648cb832be2123bca92f","aliases":null}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":5,"service":"https://registar.primjer.hr","state":"state-of-the-second-evening","proof":"state","started":"2026-01-02T07:00:00.000Z","before":4,"completed":"2026-01-02T07:00:00.000Z","kept":1,"seal":"a74a0afc10a26f3a23279789b4398e6d19920d3a37191beb5d05100af96e0dfc","former":null,"aliases":null}');
INSERT INTO court_register."mirror_generations" SELECT * FROM json_populate_record(NULL::court_register."mirror_generations", '{"generation":6,"service":"https://registar.primjer.hr","state":"state-of-day-3","proof":null,"started":"2026-01-03T07:00:00.000Z","before":5,"completed":null,"kept":1,"seal":null,"former":null,"aliases":null}');
INSERT INTO court_register."mirror_name_lists" SELECT * FROM json_populate_record(NULL::court_register."mirror_name_lists", '{"number":1,"list":"skracena_tvrtka","made_from":"ime, folded by rules 2"}');
INSERT INTO court_register."mirror_names" SELECT * FROM json_populate_record(NULL::court_register."mirror_names", '{"list":1,"name_row":1,"form":"durdevacki primjer doo","parts":[9171,-27925,31995,8519,10876,-26942,3383,7071,20364,14089,25730,29211,32208,17240,23836,18601,10647,29206,25235,8922]}');
INSERT INTO court_register."mirror_names" SELECT * FROM json_populate_record(NULL::court_register."mirror_names", '{"list":1,"name_row":2,"form":"stari uzorak dd","parts":[-31208,-30289,3996,32131,14094,25943,-27586,-19629,27522,31878,3636,17439,25224]}');
INSERT INTO court_register."mirror_names" SELECT * FROM json_populate_record(NULL::court_register."mirror_names", '{"list":1,"name_row":3,"form":"novi uzorak doo","parts":[25739,27694,-26681,14094,25943,-27586,-19629,27522,31878,3636,17439,25235,8922]}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"jezik","progress":"{\"rows\":0,\"characters\":0,\"misfits\":0,\"done\":false,\"checkpoint\":{},\"firstRow\":2,\"nextRow\":2,\"contentSum\":\"00000000000000000000000000000000\",\"newContentSum\":\"00000000000000000000000000000000\",\"newSum\":\"00000000000000000000000000000000\",\"finished\":false}","seal":"cec632d69ee02b1d19022e591e6b958a8db23ef3100551dddba81df7bb02f8e9"}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"postupak","progress":"{\"rows\":1,\"characters\":19,\"misfits\":0,\"done\":true,\"checkpoint\":{\"cursor\":{\"operation\":\"postupak.list\",\"offset\":1,\"timestamp_id\":\"state-of-day-3\",\"last\":\"9255709062159688\"},\"firstPage\":{\"offset\":0,\"rows\":1,\"hash\":\"d486efb6cf84fae581975434670c8e47a132733a3fc514789e20ed70bbb71a1f\"},\"lastPage\":{\"offset\":0,\"rows\":1,\"hash\":\"d486efb6cf84fae581975434670c8e47a132733a3fc514789e20ed70bbb71a1f\"},\"isUnnamed\":false,\"state\":\"state-of-day-3\"},\"firstRow\":2,\"nextRow\":3,\"contentSum\":\"547accf143a16e1a9ca6e2e1f9992986\",\"newContentSum\":\"547accf143a16e1a9ca6e2e1f9992986\",\"newSum\":\"3b05ac9fa373001c08666e69dffdcf9e\",\"finished\":true}","seal":"14bf06b17115678fe28319dbf064632940782a48732b9b15407712a95b6f005a"}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"sjediste","progress":"{\"rows\":1,\"characters\":0,\"misfits\":0,\"done\":true,\"checkpoint\":{\"cursor\":{\"operation\":\"sjediste.list\",\"offset\":1,\"timestamp_id\":\"state-of-day-3\",\"total\":1,\"last\":\"472cdceccc6d5cd6\"},\"total\":1,\"firstPage\":{\"offset\":0,\"rows\":1,\"hash\":\"2d1adb5368fe52b6fa97edfd355f962181993fee5892bb573da552bb8536168a\"},\"lastPage\":{\"offset\":0,\"rows\":1,\"hash\":\"2d1adb5368fe52b6fa97edfd355f962181993fee5892bb573da552bb8536168a\"},\"isUnnamed\":false,\"state\":\"state-of-day-3\"},\"firstRow\":2,\"nextRow\":2,\"contentSum\":\"a0e5e98a95fab6c6ecaba530a6cc5811\",\"newContentSum\":\"00000000000000000000000000000000\",\"newSum\":\"00000000000000000000000000000000\",\"finished\":true}","seal":"2a2d6312af9c9d0f9a0d848b9e07c9a7171fa1f92c8ed0095e398e88980021fc"}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"skracena_tvrtka","progress":"{\"rows\":3,\"characters\":0,\"misfits\":0,\"done\":true,\"checkpoint\":{\"cursor\":{\"operation\":\"skracena_tvrtka.list\",\"offset\":3,\"timestamp_id\":\"state-of-day-3\",\"total\":3,\"last\":\"df2d64d7de56ad05\"},\"total\":3,\"firstPage\":{\"offset\":0,\"rows\":2,\"hash\":\"912b85c9d4a74882161d3fd96afa9e0bcf21c81610ffd8b63b0f17082500966e\"},\"lastPage\":{\"offset\":2,\"rows\":1,\"hash\":\"dde10a119fe3db8ab99b05187b836ae6dada094fd41d7b668444c47939197e35\"},\"isUnnamed\":false,\"state\":\"state-of-day-3\"},\"firstRow\":4,\"nextRow\":4,\"contentSum\":\"a186fd6b07fef1f33c0a585513aef0ed\",\"newContentSum\":\"00000000000000000000000000000000\",\"newSum\":\"00000000000000000000000000000000\",\"finished\":true}","seal":"f21bbaba3d9ebf71ba527c9f45bed2d9c1e89f9edc12cfaaf58c4dd7ef91545e"}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"subjekt","progress":"{\"rows\":5,\"characters\":19,\"misfits\":0,\"done\":true,\"checkpoint\":{\"cursor\":{\"operation\":\"subjekt.list\",\"offset\":5,\"timestamp_id\":\"state-of-day-3\",\"last\":\"c8337662f00d1718\"},\"firstPage\":{\"offset\":0,\"rows\":2,\"hash\":\"ea5585dc4229694e87fcd68a88222f77644af023c9cdfb8cedd4befafe4bc9b8\"},\"lastPage\":{\"offset\":4,\"rows\":1,\"hash\":\"dd229929e33803859083df399baf9dff8918b49442d3da5936871b0ffe6d264f\"},\"isUnnamed\":false,\"state\":\"state-of-day-3\"},\"firstRow\":8,\"nextRow\":9,\"contentSum\":\"0d8f0cc83dea8e270face3aa67a03b5e\",\"newContentSum\":\"e966af4532caebe5140405cbdca6ff52\",\"newSum\":\"07301bb08240d62050306289a716f472\",\"finished\":true}","seal":"2a8a0aaf56a0c3cf20320323f6c52647d1f9bf76d772da34eeee3810a62a03cf"}');
INSERT INTO court_register."mirror_progress" SELECT * FROM json_populate_record(NULL::court_register."mirror_progress", '{"list":"temeljni_kapital","progress":"{\"rows\":1,\"characters\":0,\"misfits\":0,\"done\":true,\"checkpoint\":{\"cursor\":{\"operation\":\"temeljni_kapital.list\",\"offset\":1,\"timestamp_id\":\"state-of-day-3\",\"total\":1,\"last\":\"3899ddd133052a01\"},\"total\":1,\"firstPage\":{\"offset\":0,\"rows\":1,\"hash\":\"dd484d3307a16cb71a7bb5e61af58033daf76cf13162a52793bbcabfff79a66c\"},\"lastPage\":{\"offset\":0,\"rows\":1,\"hash\":\"dd484d3307a16cb71a7bb5e61af58033daf76cf13162a52793bbcabfff79a66c\"},\"isUnnamed\":false,\"state\":\"state-of-day-3\"},\"firstRow\":2,\"nextRow\":2,\"contentSum\":\"778699ffc3fef528eec7e0b6daffa8f8\",\"newContentSum\":\"00000000000000000000000000000000\",\"newSum\":\"00000000000000000000000000000000\",\"finished\":true}","seal":"58906604102fd9b6e3e76bbfecfed3414a63592507c52077ad1e2e70ff55a587"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"company","query":"SELECT CAST(CASE WHEN s.mbs < 0 THEN '''' ELSE substr(''000000000'', 1 + length(CAST(s.mbs AS TEXT))) END || CAST(s.mbs AS TEXT) AS TEXT) AS mbs, CAST(CASE WHEN s.oib < 0 THEN '''' ELSE substr(''00000000000'', 1 + length(CAST(s.oib AS TEXT))) END || CAST(s.oib AS TEXT) AS TEXT) AS oib, (SELECT string_agg(coalesce(CAST(r.\"ime\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''ime'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), ''; '' ORDER BY r._row) FROM \"skracena_tvrtka_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))) AS naziv, (SELECT string_agg(coalesce(CAST(r.\"ime\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''ime'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), ''; '' ORDER BY r._row) FROM \"skracena_tvrtka_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))) AS skracena_tvrtka, CAST(NULL AS TEXT) AS pravni_oblik, coalesce(CAST(NULL AS TEXT), coalesce(CAST(s.\"sud_id_nadlezan\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(s.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''sud_id_nadlezan'' IS NOT NULL THEN CAST(s.extra AS TEXT) END)) AS sud, (SELECT string_agg(nullif(substr(coalesce('', '' || nullif(substr(coalesce('' '' || coalesce(CAST(r.\"ulica\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''ulica'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), '''') || coalesce('' '' || coalesce(CAST(r.\"kucni_broj\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''kucni_broj'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), '''') || coalesce('' '' || coalesce(CAST(r.\"kucni_podbroj\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''kucni_podbroj'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), ''''), 2), ''''), '''') || coalesce('', '' || coalesce(coalesce(CAST(r.\"naziv_naselja\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''naziv_naselja'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), coalesce(CAST(r.\"naselje_van_sifrarnika\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''naselje_van_sifrarnika'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), coalesce(CAST(r.\"naziv_opcine\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''naziv_opcine'' IS NOT NULL THEN CAST(r.extra AS TEXT) END)), ''''), 3), ''''), ''; '' ORDER BY r._row) FROM \"sjediste_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))) AS sjediste, coalesce(CAST(s.\"datum_osnivanja\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(s.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''datum_osnivanja'' IS NOT NULL THEN CAST(s.extra AS TEXT) END) AS datum_osnivanja, coalesce(CAST(s.\"datum_brisanja\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(s.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''datum_brisanja'' IS NOT NULL THEN CAST(s.extra AS TEXT) END) AS datum_brisanja, (SELECT string_agg(coalesce(nullif(substr(coalesce('' '' || coalesce(CAST(r.\"postupak\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''postupak'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), '''') || coalesce('' '' || coalesce(CAST(r.\"datum_stjecaja\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''datum_stjecaja'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), ''''), 2), ''''), ''''), ''; '' ORDER BY r._row) FROM \"postupak_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))) AS postupak, coalesce(nullif(substr(coalesce(''; '' || (SELECT max(CAST(''postupak'' AS TEXT)) FROM \"postupak_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))), '''') || coalesce(''; '' || CASE WHEN s.\"stecajna_masa\" <> 0 OR (s.\"stecajna_masa\" IS NULL AND CAST(replace(replace(CAST(s.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''stecajna_masa'' IS NOT NULL) THEN ''stecajna_masa'' END, '''') || coalesce(''; '' || CASE WHEN s.\"likvidacijska_masa\" <> 0 OR (s.\"likvidacijska_masa\" IS NULL AND CAST(replace(replace(CAST(s.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''likvidacijska_masa'' IS NOT NULL) THEN ''likvidacijska_masa'' END, ''''), 3), ''''), CAST('''' AS TEXT)) AS insolvency, (SELECT string_agg(coalesce(CAST(r.\"naziv_zupanije\" AS TEXT), CASE WHEN CAST(replace(replace(CAST(r.extra AS TEXT), ''\\\\'', ''/''), ''\\u'', ''/'') AS JSON) -> ''naziv_zupanije'' IS NOT NULL THEN CAST(r.extra AS TEXT) END), ''; '' ORDER BY r._row) FROM \"sjediste_rows\" r WHERE r.mbs = s.mbs AND (r._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (r._gone IS NULL OR r._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))) AS zupanija FROM \"subjekt_rows\" s WHERE (s._first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (s._gone IS NULL OR s._gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)))","seal":"f5a15c79e4fd8d5a922e88e57f9b26ea7170c91c9701e6a608d1c7b764ce8365"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"jezik","query":"SELECT \"id\", \"sifra\", \"naziv\", extra FROM \"jezik_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"8ace3391cbb0fccce75d4758c2b2d0a5613cac2a69e46a4aa9c48af7d1196250"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"jezik_changes","query":"SELECT _first AS generation, ''new'' AS change, \"id\", \"sifra\", \"naziv\", extra FROM \"jezik_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''jezik'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"id\", \"sifra\", \"naziv\", extra FROM \"jezik_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''jezik'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"id\", \"sifra\", \"naziv\", extra FROM \"jezik_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''jezik'' AND kept = 1)","seal":"1164c11b569c86e88a0d556725eda12f21f2996b88aeb11546d7f060b2372e5b"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"pismena","query":"SELECT \"asked_mark\", \"asked_court\", \"datum\", \"podnositelj\", \"predmetId\", \"prilozi\", \"tip\", \"vrsta\", extra FROM \"pismena_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"04b568311329b348e1d24e5f52476a37158cb86a90c637eab35c2045c1128949"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"pismena_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"datum\", \"podnositelj\", \"predmetId\", \"prilozi\", \"tip\", \"vrsta\", extra FROM \"pismena_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''pismena'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"datum\", \"podnositelj\", \"predmetId\", \"prilozi\", \"tip\", \"vrsta\", extra FROM \"pismena_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''pismena'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"datum\", \"podnositelj\", \"predmetId\", \"prilozi\", \"tip\", \"vrsta\", extra FROM \"pismena_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''pismena'' AND kept = 1)","seal":"cf89c39dddfcd4c1afcb1c3719248fe46315a5d0014d3b160d91562af60871b8"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"postupak","query":"SELECT \"mbs\", \"postupak\", \"datum_stjecaja\", extra FROM \"postupak_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"3d02a860704b776426c1a3beccc0ab2c21be32dacabb7659814a00bd568aaeaa"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"postupak_changes","query":"SELECT _first AS generation, ''new'' AS change, \"mbs\", \"postupak\", \"datum_stjecaja\", extra FROM \"postupak_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''postupak'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"mbs\", \"postupak\", \"datum_stjecaja\", extra FROM \"postupak_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''postupak'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"mbs\", \"postupak\", \"datum_stjecaja\", extra FROM \"postupak_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''postupak'' AND kept = 1)","seal":"e84a1fdf77c3801df541b034b476f91d2a65af4788fbd1b728742cd24c289d7e"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"povezaniPredmeti","query":"SELECT \"asked_mark\", \"asked_court\", \"datumVeze\", \"id\", \"opis\", \"predmetId\", \"tip\", \"vezaniOznaka\", \"vezaniOznakaBroj\", \"vezaniSud\", extra FROM \"povezaniPredmeti_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"0ef0cfb99a7d8d3569adadb4050e825565bd1c7e63c2b95b8f4b2ee275f5da2e"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"povezaniPredmeti_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"datumVeze\", \"id\", \"opis\", \"predmetId\", \"tip\", \"vezaniOznaka\", \"vezaniOznakaBroj\", \"vezaniSud\", extra FROM \"povezaniPredmeti_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''povezaniPredmeti'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"datumVeze\", \"id\", \"opis\", \"predmetId\", \"tip\", \"vezaniOznaka\", \"vezaniOznakaBroj\", \"vezaniSud\", extra FROM \"povezaniPredmeti_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''povezaniPredmeti'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"datumVeze\", \"id\", \"opis\", \"predmetId\", \"tip\", \"vezaniOznaka\", \"vezaniOznakaBroj\", \"vezaniSud\", extra FROM \"povezaniPredmeti_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''povezaniPredmeti'' AND kept = 1)","seal":"7cc0e566526a537e3501bd154987f067a52ac7b03481c1a07d9020195ae341b7"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"predmet","query":"SELECT \"asked_mark\", \"asked_court\", \"broj\", \"datumArhiviranja\", \"datumDodjele\", \"datumDonosenjaOdluke\", \"datumOsnivanja\", \"datumOtpreme\", \"datumOvrsnosti\", \"datumPocetkaProcesa\", \"datumPravomocnosti\", \"datumRokaCuvanja\", \"datumZalbe\", \"lastUpdateTime\", \"id\", \"nazivUj\", \"oznakaBroj\", \"oznakaUj\", \"pogresnoUpisani\", \"prekrsajni\", \"spisIzvanSuda\", \"spisNaVisemSudu\", \"stalnaSluzba\", \"sudac\", \"upisnikNaziv\", \"upisnikOznaka\", \"vrstaOdluke\", \"vrstaPredmeta\", \"sudId\", \"upisnikId\", extra FROM \"predmet_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"520a7ce0162d54481a0d7573bfe9196c8304a5b5e51104a602a80faebefed8ee"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"predmet_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"broj\", \"datumArhiviranja\", \"datumDodjele\", \"datumDonosenjaOdluke\", \"datumOsnivanja\", \"datumOtpreme\", \"datumOvrsnosti\", \"datumPocetkaProcesa\", \"datumPravomocnosti\", \"datumRokaCuvanja\", \"datumZalbe\", \"lastUpdateTime\", \"id\", \"nazivUj\", \"oznakaBroj\", \"oznakaUj\", \"pogresnoUpisani\", \"prekrsajni\", \"spisIzvanSuda\", \"spisNaVisemSudu\", \"stalnaSluzba\", \"sudac\", \"upisnikNaziv\", \"upisnikOznaka\", \"vrstaOdluke\", \"vrstaPredmeta\", \"sudId\", \"upisnikId\", extra FROM \"predmet_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''predmet'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"broj\", \"datumArhiviranja\", \"datumDodjele\", \"datumDonosenjaOdluke\", \"datumOsnivanja\", \"datumOtpreme\", \"datumOvrsnosti\", \"datumPocetkaProcesa\", \"datumPravomocnosti\", \"datumRokaCuvanja\", \"datumZalbe\", \"lastUpdateTime\", \"id\", \"nazivUj\", \"oznakaBroj\", \"oznakaUj\", \"pogresnoUpisani\", \"prekrsajni\", \"spisIzvanSuda\", \"spisNaVisemSudu\", \"stalnaSluzba\", \"sudac\", \"upisnikNaziv\", \"upisnikOznaka\", \"vrstaOdluke\", \"vrstaPredmeta\", \"sudId\", \"upisnikId\", extra FROM \"predmet_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''predmet'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"broj\", \"datumArhiviranja\", \"datumDodjele\", \"datumDonosenjaOdluke\", \"datumOsnivanja\", \"datumOtpreme\", \"datumOvrsnosti\", \"datumPocetkaProcesa\", \"datumPravomocnosti\", \"datumRokaCuvanja\", \"datumZalbe\", \"lastUpdateTime\", \"id\", \"nazivUj\", \"oznakaBroj\", \"oznakaUj\", \"pogresnoUpisani\", \"prekrsajni\", \"spisIzvanSuda\", \"spisNaVisemSudu\", \"stalnaSluzba\", \"sudac\", \"upisnikNaziv\", \"upisnikOznaka\", \"vrstaOdluke\", \"vrstaPredmeta\", \"sudId\", \"upisnikId\", extra FROM \"predmet_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''predmet'' AND kept = 1)","seal":"8ec053c223db366175c00524781d96a7bfc8a568ced5dab1714deeef577b0d5d"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"rocista","query":"SELECT \"asked_mark\", \"asked_court\", \"odgoda\", \"plPocetak\", \"plZavrsetak\", \"predmetId\", \"sobanaziv\", \"sobaoznaka\", \"stPocetak\", \"stZavrsetak\", \"vrstaRadnje\", extra FROM \"rocista_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"4732a98c4be80570f7950a557e90e5dd0f0a0282c2a5d274c27b4ede10a5bdb3"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"rocista_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"odgoda\", \"plPocetak\", \"plZavrsetak\", \"predmetId\", \"sobanaziv\", \"sobaoznaka\", \"stPocetak\", \"stZavrsetak\", \"vrstaRadnje\", extra FROM \"rocista_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''rocista'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"odgoda\", \"plPocetak\", \"plZavrsetak\", \"predmetId\", \"sobanaziv\", \"sobaoznaka\", \"stPocetak\", \"stZavrsetak\", \"vrstaRadnje\", extra FROM \"rocista_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''rocista'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"odgoda\", \"plPocetak\", \"plZavrsetak\", \"predmetId\", \"sobanaziv\", \"sobaoznaka\", \"stPocetak\", \"stZavrsetak\", \"vrstaRadnje\", extra FROM \"rocista_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''rocista'' AND kept = 1)","seal":"ab1a59647861929b915aad6ca8d50439d3c2ff668f4e895a9c180163b338da68"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"sjediste","query":"SELECT \"mbs\", \"drzava_id\", \"drzava\", \"naselje_van_sifrarnika\", \"ulica\", \"kucni_broj\", \"kucni_podbroj\", \"sifra_zupanije\", \"naziv_zupanije\", \"sifra_opcine\", \"naziv_opcine\", \"sifra_naselja\", \"naziv_naselja\", extra FROM \"sjediste_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"a9c8872fd182bc736e1b264dda1c31c7ecd5c1593fbb50504a1c9be93a8e3da8"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"sjediste_changes","query":"SELECT _first AS generation, ''new'' AS change, \"mbs\", \"drzava_id\", \"drzava\", \"naselje_van_sifrarnika\", \"ulica\", \"kucni_broj\", \"kucni_podbroj\", \"sifra_zupanije\", \"naziv_zupanije\", \"sifra_opcine\", \"naziv_opcine\", \"sifra_naselja\", \"naziv_naselja\", extra FROM \"sjediste_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''sjediste'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"mbs\", \"drzava_id\", \"drzava\", \"naselje_van_sifrarnika\", \"ulica\", \"kucni_broj\", \"kucni_podbroj\", \"sifra_zupanije\", \"naziv_zupanije\", \"sifra_opcine\", \"naziv_opcine\", \"sifra_naselja\", \"naziv_naselja\", extra FROM \"sjediste_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''sjediste'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"mbs\", \"drzava_id\", \"drzava\", \"naselje_van_sifrarnika\", \"ulica\", \"kucni_broj\", \"kucni_podbroj\", \"sifra_zupanije\", \"naziv_zupanije\", \"sifra_opcine\", \"naziv_opcine\", \"sifra_naselja\", \"naziv_naselja\", extra FROM \"sjediste_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''sjediste'' AND kept = 1)","seal":"4fd1324f5a5d0d04611d3ee71308a7257527d4ba623b0cea51e31e12fe7392ab"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"skracena_tvrtka","query":"SELECT \"mbs\", \"ime\", extra FROM \"skracena_tvrtka_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"acf2d7290def230e381df796eb76f8a6c5f0907dc6a1f89c2c0f4ef9397fbc9b"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"skracena_tvrtka_changes","query":"SELECT _first AS generation, ''new'' AS change, \"mbs\", \"ime\", extra FROM \"skracena_tvrtka_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''skracena_tvrtka'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"mbs\", \"ime\", extra FROM \"skracena_tvrtka_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''skracena_tvrtka'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"mbs\", \"ime\", extra FROM \"skracena_tvrtka_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''skracena_tvrtka'' AND kept = 1)","seal":"b764f3f81380ea780e504e7c64feb5e357cd592edb5dbba3443c16b05d587ee7"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"stariPredmet","query":"SELECT \"asked_mark\", \"asked_court\", \"oznakaBroj\", \"predmetId\", \"sud\", extra FROM \"stariPredmet_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"213f10e5763e1d1f8dea5658c00f2bed5c401386aceef65faa98822df59a2ee8"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"stariPredmet_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"oznakaBroj\", \"predmetId\", \"sud\", extra FROM \"stariPredmet_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''stariPredmet'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"oznakaBroj\", \"predmetId\", \"sud\", extra FROM \"stariPredmet_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''stariPredmet'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"oznakaBroj\", \"predmetId\", \"sud\", extra FROM \"stariPredmet_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''stariPredmet'' AND kept = 1)","seal":"900b2858e158bef3cd0db164b11114696d80df27a69d700e6b411be4cf264d42"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"stranke","query":"SELECT \"asked_mark\", \"asked_court\", \"naziv\", \"nazivuloge\", \"predmetId\", extra FROM \"stranke_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"471b009450dca23e16ef09dabace53aceb70541846c7b10fff372d773f4dcf90"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"stranke_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"naziv\", \"nazivuloge\", \"predmetId\", extra FROM \"stranke_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''stranke'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"naziv\", \"nazivuloge\", \"predmetId\", extra FROM \"stranke_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''stranke'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"naziv\", \"nazivuloge\", \"predmetId\", extra FROM \"stranke_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''stranke'' AND kept = 1)","seal":"6287dcff750ea7aa5bace224fa3870f09428273b87532970cef7ac86eb19787f"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"subjekt","query":"SELECT \"mbs\", \"status\", \"sud_id_nadlezan\", \"sud_id_sluzba\", \"oib\", \"ino_podruznica\", \"stecajna_masa\", \"likvidacijska_masa\", \"mbs_brisanog_subjekta\", \"glavna_podruznica_rbr\", \"datum_osnivanja\", \"datum_brisanja\", extra FROM \"subjekt_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"34315cdc6b9e508cc4682d8568f63a4f4fd5774978568d3634fde3da5752f4e5"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"subjekt_changes","query":"SELECT _first AS generation, ''new'' AS change, \"mbs\", \"status\", \"sud_id_nadlezan\", \"sud_id_sluzba\", \"oib\", \"ino_podruznica\", \"stecajna_masa\", \"likvidacijska_masa\", \"mbs_brisanog_subjekta\", \"glavna_podruznica_rbr\", \"datum_osnivanja\", \"datum_brisanja\", extra FROM \"subjekt_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''subjekt'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"mbs\", \"status\", \"sud_id_nadlezan\", \"sud_id_sluzba\", \"oib\", \"ino_podruznica\", \"stecajna_masa\", \"likvidacijska_masa\", \"mbs_brisanog_subjekta\", \"glavna_podruznica_rbr\", \"datum_osnivanja\", \"datum_brisanja\", extra FROM \"subjekt_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''subjekt'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"mbs\", \"status\", \"sud_id_nadlezan\", \"sud_id_sluzba\", \"oib\", \"ino_podruznica\", \"stecajna_masa\", \"likvidacijska_masa\", \"mbs_brisanog_subjekta\", \"glavna_podruznica_rbr\", \"datum_osnivanja\", \"datum_brisanja\", extra FROM \"subjekt_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''subjekt'' AND kept = 1)","seal":"ee2e1984748272409c68de058143c908483c99be2b54a5cb98221b276dfcf471"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"sudovi","query":"SELECT \"id\", \"prikaz\", \"prod\", \"razina\", \"sudNaziv\", \"sudOznaka\", extra FROM \"sudovi_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"f01157ce0163774c773c02148b1871d8b49295439086a367b78f17fd51e02bc0"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"sudovi_changes","query":"SELECT _first AS generation, ''new'' AS change, \"id\", \"prikaz\", \"prod\", \"razina\", \"sudNaziv\", \"sudOznaka\", extra FROM \"sudovi_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''sudovi'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"id\", \"prikaz\", \"prod\", \"razina\", \"sudNaziv\", \"sudOznaka\", extra FROM \"sudovi_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''sudovi'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"id\", \"prikaz\", \"prod\", \"razina\", \"sudNaziv\", \"sudOznaka\", extra FROM \"sudovi_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''sudovi'' AND kept = 1)","seal":"ea1b8c183dc7b9fe8444d6631c07b576b98c753e6f82743b37ad3b0bd324676b"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"temeljni_kapital","query":"SELECT \"mbs\", \"valuta_id\", \"valuta\", \"iznos\", extra FROM \"temeljni_kapital_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"bf735f234bff050816fc0e11ccb4ef7d809b8be57188864e07c4d8bc4d360261"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"temeljni_kapital_changes","query":"SELECT _first AS generation, ''new'' AS change, \"mbs\", \"valuta_id\", \"valuta\", \"iznos\", extra FROM \"temeljni_kapital_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''temeljni_kapital'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"mbs\", \"valuta_id\", \"valuta\", \"iznos\", extra FROM \"temeljni_kapital_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''temeljni_kapital'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"mbs\", \"valuta_id\", \"valuta\", \"iznos\", extra FROM \"temeljni_kapital_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''temeljni_kapital'' AND kept = 1)","seal":"ccef14f46159c36eb86075b5f05838c96e1f2e710fe023f6238049d1caeb4e79"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"vjecnici","query":"SELECT \"asked_mark\", \"asked_court\", \"ime\", \"predmetId\", \"vrsta\", extra FROM \"vjecnici_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"6ddd626b210d24e5052aa5ec33a70d5993ee9ca15150125c93b9408394881fbe"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"vjecnici_changes","query":"SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"ime\", \"predmetId\", \"vrsta\", extra FROM \"vjecnici_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''vjecnici'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"asked_mark\", \"asked_court\", \"ime\", \"predmetId\", \"vrsta\", extra FROM \"vjecnici_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''vjecnici'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"asked_mark\", \"asked_court\", \"ime\", \"predmetId\", \"vrsta\", extra FROM \"vjecnici_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''vjecnici'' AND kept = 1)","seal":"692cbdcaacb5e8896c40391928480c621e033c54f8ceeb37fb1fb97f368a78a8"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"vrstaUpisnika","query":"SELECT \"id\", \"naziv\", \"oznaka\", extra FROM \"vrstaUpisnika_rows\" WHERE _first <= (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL) AND (_gone IS NULL OR _gone > (SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL))","seal":"0df48536a5ca32288193637be966d50d336d0bfb5b41233579cc38a92246b692"}');
INSERT INTO court_register."mirror_views" SELECT * FROM json_populate_record(NULL::court_register."mirror_views", '{"name":"vrstaUpisnika_changes","query":"SELECT _first AS generation, ''new'' AS change, \"id\", \"naziv\", \"oznaka\", extra FROM \"vrstaUpisnika_rows\" WHERE _first > 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''vrstaUpisnika'' AND kept = 1) UNION ALL SELECT _first AS generation, ''new'' AS change, \"id\", \"naziv\", \"oznaka\", extra FROM \"vrstaUpisnika_rows\" WHERE _first = 1 AND _first IN (SELECT generation FROM mirror_counts WHERE list = ''vrstaUpisnika'' AND kept = 1) UNION ALL SELECT _gone AS generation, ''gone'' AS change, \"id\", \"naziv\", \"oznaka\", extra FROM \"vrstaUpisnika_rows\" WHERE _gone IS NOT NULL AND _gone IN (SELECT generation FROM mirror_counts WHERE list = ''vrstaUpisnika'' AND kept = 1)","seal":"5109690eeca2242bc6592a48242bf68df8ad5b27ad04459a79ad5603b0f65fa1"}');
INSERT INTO court_register."postupak_rows" SELECT * FROM json_populate_record(NULL::court_register."postupak_rows", '{"_row":1,"_hash":"\\x547accf143a16e1a9ca6e2e1f9992986","_first":3,"_gone":5,"mbs":80000001,"postupak":1,"datum_stjecaja":"2026-01-02T00:00:00","extra":null}');
INSERT INTO court_register."postupak_rows" SELECT * FROM json_populate_record(NULL::court_register."postupak_rows", '{"_row":2,"_hash":"\\x547accf143a16e1a9ca6e2e1f9992986","_first":6,"_gone":null,"mbs":80000001,"postupak":1,"datum_stjecaja":"2026-01-02T00:00:00","extra":null}');
INSERT INTO court_register."predmet_rows" SELECT * FROM json_populate_record(NULL::court_register."predmet_rows", '{"_row":1,"_hash":"\\x13af977e53de43b60c97a65826f0fdd5","_first":2,"_gone":4,"asked_mark":"P-1/2025","asked_court":3,"broj":null,"datumArhiviranja":null,"datumDodjele":null,"datumDonosenjaOdluke":null,"datumOsnivanja":null,"datumOtpreme":null,"datumOvrsnosti":null,"datumPocetkaProcesa":null,"datumPravomocnosti":null,"datumRokaCuvanja":null,"datumZalbe":null,"lastUpdateTime":null,"id":1,"nazivUj":null,"oznakaBroj":"P-1/2025","oznakaUj":null,"pogresnoUpisani":null,"prekrsajni":null,"spisIzvanSuda":null,"spisNaVisemSudu":null,"stalnaSluzba":null,"sudac":"Ana Prva","upisnikNaziv":null,"upisnikOznaka":null,"vrstaOdluke":null,"vrstaPredmeta":null,"sudId":null,"upisnikId":null,"extra":null}');
INSERT INTO court_register."predmet_rows" SELECT * FROM json_populate_record(NULL::court_register."predmet_rows", '{"_row":3,"_hash":"\\x03c48f811c7d208c740df679674a55da","_first":4,"_gone":null,"asked_mark":"P-1/2025","asked_court":3,"broj":null,"datumArhiviranja":null,"datumDodjele":null,"datumDonosenjaOdluke":null,"datumOsnivanja":null,"datumOtpreme":null,"datumOvrsnosti":null,"datumPocetkaProcesa":null,"datumPravomocnosti":null,"datumRokaCuvanja":null,"datumZalbe":null,"lastUpdateTime":null,"id":1,"nazivUj":null,"oznakaBroj":"P-1/2025","oznakaUj":null,"pogresnoUpisani":null,"prekrsajni":null,"spisIzvanSuda":null,"spisNaVisemSudu":null,"stalnaSluzba":null,"sudac":"Ana Druga","upisnikNaziv":null,"upisnikOznaka":null,"vrstaOdluke":null,"vrstaPredmeta":null,"sudId":null,"upisnikId":null,"extra":null}');
INSERT INTO court_register."rocista_rows" SELECT * FROM json_populate_record(NULL::court_register."rocista_rows", '{"_row":1,"_hash":"\\xe02beb4e685bf1d237058b8993e0e901","_first":2,"_gone":4,"asked_mark":"P-1/2025","asked_court":3,"odgoda":null,"plPocetak":"2026-03-01T09:00:00","plZavrsetak":null,"predmetId":null,"sobanaziv":null,"sobaoznaka":null,"stPocetak":null,"stZavrsetak":null,"vrstaRadnje":"rasprava","extra":null}');
INSERT INTO court_register."rocista_rows" SELECT * FROM json_populate_record(NULL::court_register."rocista_rows", '{"_row":2,"_hash":"\\x71bd49cf55fb939d5f81c142eb25fbfd","_first":4,"_gone":null,"asked_mark":"P-1/2025","asked_court":3,"odgoda":null,"plPocetak":"2026-03-02T09:00:00","plZavrsetak":null,"predmetId":null,"sobanaziv":null,"sobaoznaka":null,"stPocetak":null,"stZavrsetak":null,"vrstaRadnje":"rasprava","extra":null}');
INSERT INTO court_register."sjediste_rows" SELECT * FROM json_populate_record(NULL::court_register."sjediste_rows", '{"_row":1,"_hash":"\\xa0e5e98a95fab6c6ecaba530a6cc5811","_first":1,"_gone":null,"mbs":80000001,"drzava_id":1,"drzava":{"sifra":191,"naziv":"Hrvatska","oznaka_2":"HR","oznaka_3":"HRV"},"naselje_van_sifrarnika":null,"ulica":"Ogledna cesta","kucni_broj":5,"kucni_podbroj":"a","sifra_zupanije":null,"naziv_zupanije":null,"sifra_opcine":null,"naziv_opcine":"Đurđevac","sifra_naselja":1,"naziv_naselja":"Đurđevac","extra":null}');
INSERT INTO court_register."skracena_tvrtka_rows" SELECT * FROM json_populate_record(NULL::court_register."skracena_tvrtka_rows", '{"_row":1,"_hash":"\\x1272547716e5c67c3de011fcdd0b8a86","_first":1,"_gone":null,"mbs":80000001,"ime":"ĐURĐEVAČKI PRIMJER d.o.o.","extra":null}');
INSERT INTO court_register."skracena_tvrtka_rows" SELECT * FROM json_populate_record(NULL::court_register."skracena_tvrtka_rows", '{"_row":2,"_hash":"\\x4db2cd94cc1bae838a7b4ae01f9c57a2","_first":1,"_gone":null,"mbs":80000002,"ime":"Stari uzorak d.d.","extra":null}');
INSERT INTO court_register."skracena_tvrtka_rows" SELECT * FROM json_populate_record(NULL::court_register."skracena_tvrtka_rows", '{"_row":3,"_hash":"\\x4161db5f24fd7cf373aefb7817070ec5","_first":1,"_gone":null,"mbs":80000003,"ime":"Novi uzorak d.o.o.","extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":1,"_hash":"\\xcef8975efbb969f48c958887b87bd81c","_first":1,"_gone":3,"mbs":80000001,"status":1,"sud_id_nadlezan":3,"sud_id_sluzba":null,"oib":1234567896,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":"1990-10-31T00:00:00","datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":2,"_hash":"\\x6ea7911764c01acc4e47a94599286649","_first":1,"_gone":null,"mbs":80000002,"status":2,"sud_id_nadlezan":null,"sud_id_sluzba":null,"oib":12345678903,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":null,"datum_brisanja":"2020-01-31T00:00:00","extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":3,"_hash":"\\xe5be2857d0d7de8a92bd7c1bc1125c07","_first":1,"_gone":null,"mbs":80000003,"status":1,"sud_id_nadlezan":null,"sud_id_sluzba":null,"oib":12345678903,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":null,"datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":4,"_hash":"\\x6313fa397c1a0c2aa1ef444075687199","_first":1,"_gone":null,"mbs":80000004,"status":1,"sud_id_nadlezan":null,"sud_id_sluzba":null,"oib":12345678901,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":null,"datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":5,"_hash":"\\x6caea9da596d9cc078b4743cbb560823","_first":1,"_gone":null,"mbs":80000005,"status":1,"sud_id_nadlezan":null,"sud_id_sluzba":null,"oib":1,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":null,"datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":6,"_hash":"\\xe966af4532caebe5140405cbdca6ff52","_first":3,"_gone":5,"mbs":80000001,"status":3,"sud_id_nadlezan":3,"sud_id_sluzba":null,"oib":1234567896,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":"1990-10-31T00:00:00","datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":7,"_hash":"\\xcef8975efbb969f48c958887b87bd81c","_first":5,"_gone":6,"mbs":80000001,"status":1,"sud_id_nadlezan":3,"sud_id_sluzba":null,"oib":1234567896,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":"1990-10-31T00:00:00","datum_brisanja":null,"extra":null}');
INSERT INTO court_register."subjekt_rows" SELECT * FROM json_populate_record(NULL::court_register."subjekt_rows", '{"_row":8,"_hash":"\\xe966af4532caebe5140405cbdca6ff52","_first":6,"_gone":null,"mbs":80000001,"status":3,"sud_id_nadlezan":3,"sud_id_sluzba":null,"oib":1234567896,"ino_podruznica":null,"stecajna_masa":null,"likvidacijska_masa":null,"mbs_brisanog_subjekta":null,"glavna_podruznica_rbr":null,"datum_osnivanja":"1990-10-31T00:00:00","datum_brisanja":null,"extra":null}');
INSERT INTO court_register."sudovi_rows" SELECT * FROM json_populate_record(NULL::court_register."sudovi_rows", '{"_row":1,"_hash":"\\x3b031810ed1fe51b7be3dfe23da283f9","_first":2,"_gone":null,"id":3,"prikaz":null,"prod":null,"razina":null,"sudNaziv":"Općinski sud u Primjeru","sudOznaka":null,"extra":null}');
INSERT INTO court_register."sudovi_rows" SELECT * FROM json_populate_record(NULL::court_register."sudovi_rows", '{"_row":2,"_hash":"\\x2bc4fca30e110a15059f01c2fb8afda7","_first":2,"_gone":null,"id":7,"prikaz":null,"prod":null,"razina":null,"sudNaziv":"Trgovački sud u Primjeru","sudOznaka":null,"extra":null}');
INSERT INTO court_register."temeljni_kapital_rows" SELECT * FROM json_populate_record(NULL::court_register."temeljni_kapital_rows", '{"_row":1,"_hash":"\\x778699ffc3fef528eec7e0b6daffa8f8","_first":1,"_gone":null,"mbs":80000001,"valuta_id":null,"valuta":{"sifra":978,"naziv":"euro"},"iznos":12345678901234567890.10,"extra":null}');
INSERT INTO court_register."vrstaUpisnika_rows" SELECT * FROM json_populate_record(NULL::court_register."vrstaUpisnika_rows", '{"_row":1,"_hash":"\\x3a939bdcd6916f4961dc9989e9a2df89","_first":2,"_gone":null,"id":1,"naziv":null,"oznaka":"P","extra":null}');
INSERT INTO court_register."vrstaUpisnika_rows" SELECT * FROM json_populate_record(NULL::court_register."vrstaUpisnika_rows", '{"_row":2,"_hash":"\\xe2ff482d969f260810790416dafa23cf","_first":2,"_gone":null,"id":2,"naziv":null,"oznaka":"Ovr","extra":null}');
CREATE VIEW court_register.company AS  SELECT (
        CASE
            WHEN (mbs < 0) THEN ''::text
            ELSE substr('000000000'::text, (1 + length((mbs)::text)))
        END || (mbs)::text) AS mbs,
    (
        CASE
            WHEN (oib < 0) THEN ''::text
            ELSE substr('00000000000'::text, (1 + length((oib)::text)))
        END || (oib)::text) AS oib,
    ( SELECT string_agg(COALESCE(r.ime,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'ime'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END), '; '::text ORDER BY r._row) AS string_agg
           FROM court_register.skracena_tvrtka_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))))))) AS naziv,
    ( SELECT string_agg(COALESCE(r.ime,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'ime'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END), '; '::text ORDER BY r._row) AS string_agg
           FROM court_register.skracena_tvrtka_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))))))) AS skracena_tvrtka,
    NULL::text AS pravni_oblik,
    COALESCE(NULL::text, COALESCE((sud_id_nadlezan)::text,
        CASE
            WHEN (((replace(replace((extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'sud_id_nadlezan'::text) IS NOT NULL) THEN (extra)::text
            ELSE NULL::text
        END)) AS sud,
    ( SELECT string_agg(NULLIF(substr((COALESCE((', '::text || NULLIF(substr(((COALESCE((' '::text || COALESCE(r.ulica,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'ulica'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END)), ''::text) || COALESCE((' '::text || COALESCE((r.kucni_broj)::text,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'kucni_broj'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END)), ''::text)) || COALESCE((' '::text || COALESCE(r.kucni_podbroj,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'kucni_podbroj'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END)), ''::text)), 2), ''::text)), ''::text) || COALESCE((', '::text || COALESCE(COALESCE(r.naziv_naselja,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'naziv_naselja'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END), COALESCE(r.naselje_van_sifrarnika,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'naselje_van_sifrarnika'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END), COALESCE(r.naziv_opcine,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'naziv_opcine'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END))), ''::text)), 3), ''::text), '; '::text ORDER BY r._row) AS string_agg
           FROM court_register.sjediste_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))))))) AS sjediste,
    COALESCE(datum_osnivanja,
        CASE
            WHEN (((replace(replace((extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'datum_osnivanja'::text) IS NOT NULL) THEN (extra)::text
            ELSE NULL::text
        END) AS datum_osnivanja,
    COALESCE(datum_brisanja,
        CASE
            WHEN (((replace(replace((extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'datum_brisanja'::text) IS NOT NULL) THEN (extra)::text
            ELSE NULL::text
        END) AS datum_brisanja,
    ( SELECT string_agg(COALESCE(NULLIF(substr((COALESCE((' '::text || COALESCE((r.postupak)::text,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'postupak'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END)), ''::text) || COALESCE((' '::text || COALESCE(r.datum_stjecaja,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'datum_stjecaja'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END)), ''::text)), 2), ''::text), ''::text), '; '::text ORDER BY r._row) AS string_agg
           FROM court_register.postupak_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))))))) AS postupak,
    COALESCE(NULLIF(substr(((COALESCE(('; '::text || ( SELECT max('postupak'::text) AS max
           FROM court_register.postupak_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL)))))))), ''::text) || COALESCE(('; '::text ||
        CASE
            WHEN ((stecajna_masa <> 0) OR ((stecajna_masa IS NULL) AND (((replace(replace((extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'stecajna_masa'::text) IS NOT NULL))) THEN 'stecajna_masa'::text
            ELSE NULL::text
        END), ''::text)) || COALESCE(('; '::text ||
        CASE
            WHEN ((likvidacijska_masa <> 0) OR ((likvidacijska_masa IS NULL) AND (((replace(replace((extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'likvidacijska_masa'::text) IS NOT NULL))) THEN 'likvidacijska_masa'::text
            ELSE NULL::text
        END), ''::text)), 3), ''::text), ''::text) AS insolvency,
    ( SELECT string_agg(COALESCE(r.naziv_zupanije,
                CASE
                    WHEN (((replace(replace((r.extra)::text, '\\'::text, '/'::text), '\u'::text, '/'::text))::json -> 'naziv_zupanije'::text) IS NOT NULL) THEN (r.extra)::text
                    ELSE NULL::text
                END), '; '::text ORDER BY r._row) AS string_agg
           FROM court_register.sjediste_rows r
          WHERE ((r.mbs = s.mbs) AND ((r._first <= ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))) AND ((r._gone IS NULL) OR (r._gone > ( SELECT max(mirror_generations.generation) AS max
                   FROM court_register.mirror_generations
                  WHERE (mirror_generations.completed IS NOT NULL))))))) AS zupanija
   FROM court_register.subjekt_rows s
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.jezik AS  SELECT id,
    sifra,
    naziv,
    extra
   FROM court_register.jezik_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.jezik_changes AS  SELECT jezik_rows._first AS generation,
    'new'::text AS change,
    jezik_rows.id,
    jezik_rows.sifra,
    jezik_rows.naziv,
    jezik_rows.extra
   FROM court_register.jezik_rows
  WHERE ((jezik_rows._first > 1) AND (jezik_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'jezik'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT jezik_rows._first AS generation,
    'new'::text AS change,
    jezik_rows.id,
    jezik_rows.sifra,
    jezik_rows.naziv,
    jezik_rows.extra
   FROM court_register.jezik_rows
  WHERE ((jezik_rows._first = 1) AND (jezik_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'jezik'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT jezik_rows._gone AS generation,
    'gone'::text AS change,
    jezik_rows.id,
    jezik_rows.sifra,
    jezik_rows.naziv,
    jezik_rows.extra
   FROM court_register.jezik_rows
  WHERE ((jezik_rows._gone IS NOT NULL) AND (jezik_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'jezik'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.pismena AS  SELECT asked_mark,
    asked_court,
    datum,
    podnositelj,
    "predmetId",
    prilozi,
    tip,
    vrsta,
    extra
   FROM court_register.pismena_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.pismena_changes AS  SELECT pismena_rows._first AS generation,
    'new'::text AS change,
    pismena_rows.asked_mark,
    pismena_rows.asked_court,
    pismena_rows.datum,
    pismena_rows.podnositelj,
    pismena_rows."predmetId",
    pismena_rows.prilozi,
    pismena_rows.tip,
    pismena_rows.vrsta,
    pismena_rows.extra
   FROM court_register.pismena_rows
  WHERE ((pismena_rows._first > 1) AND (pismena_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'pismena'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT pismena_rows._first AS generation,
    'new'::text AS change,
    pismena_rows.asked_mark,
    pismena_rows.asked_court,
    pismena_rows.datum,
    pismena_rows.podnositelj,
    pismena_rows."predmetId",
    pismena_rows.prilozi,
    pismena_rows.tip,
    pismena_rows.vrsta,
    pismena_rows.extra
   FROM court_register.pismena_rows
  WHERE ((pismena_rows._first = 1) AND (pismena_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'pismena'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT pismena_rows._gone AS generation,
    'gone'::text AS change,
    pismena_rows.asked_mark,
    pismena_rows.asked_court,
    pismena_rows.datum,
    pismena_rows.podnositelj,
    pismena_rows."predmetId",
    pismena_rows.prilozi,
    pismena_rows.tip,
    pismena_rows.vrsta,
    pismena_rows.extra
   FROM court_register.pismena_rows
  WHERE ((pismena_rows._gone IS NOT NULL) AND (pismena_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'pismena'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.postupak AS  SELECT mbs,
    postupak,
    datum_stjecaja,
    extra
   FROM court_register.postupak_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.postupak_changes AS  SELECT postupak_rows._first AS generation,
    'new'::text AS change,
    postupak_rows.mbs,
    postupak_rows.postupak,
    postupak_rows.datum_stjecaja,
    postupak_rows.extra
   FROM court_register.postupak_rows
  WHERE ((postupak_rows._first > 1) AND (postupak_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'postupak'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT postupak_rows._first AS generation,
    'new'::text AS change,
    postupak_rows.mbs,
    postupak_rows.postupak,
    postupak_rows.datum_stjecaja,
    postupak_rows.extra
   FROM court_register.postupak_rows
  WHERE ((postupak_rows._first = 1) AND (postupak_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'postupak'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT postupak_rows._gone AS generation,
    'gone'::text AS change,
    postupak_rows.mbs,
    postupak_rows.postupak,
    postupak_rows.datum_stjecaja,
    postupak_rows.extra
   FROM court_register.postupak_rows
  WHERE ((postupak_rows._gone IS NOT NULL) AND (postupak_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'postupak'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register."povezaniPredmeti" AS  SELECT asked_mark,
    asked_court,
    "datumVeze",
    id,
    opis,
    "predmetId",
    tip,
    "vezaniOznaka",
    "vezaniOznakaBroj",
    "vezaniSud",
    extra
   FROM court_register."povezaniPredmeti_rows"
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register."povezaniPredmeti_changes" AS  SELECT "povezaniPredmeti_rows"._first AS generation,
    'new'::text AS change,
    "povezaniPredmeti_rows".asked_mark,
    "povezaniPredmeti_rows".asked_court,
    "povezaniPredmeti_rows"."datumVeze",
    "povezaniPredmeti_rows".id,
    "povezaniPredmeti_rows".opis,
    "povezaniPredmeti_rows"."predmetId",
    "povezaniPredmeti_rows".tip,
    "povezaniPredmeti_rows"."vezaniOznaka",
    "povezaniPredmeti_rows"."vezaniOznakaBroj",
    "povezaniPredmeti_rows"."vezaniSud",
    "povezaniPredmeti_rows".extra
   FROM court_register."povezaniPredmeti_rows"
  WHERE (("povezaniPredmeti_rows"._first > 1) AND ("povezaniPredmeti_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'povezaniPredmeti'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "povezaniPredmeti_rows"._first AS generation,
    'new'::text AS change,
    "povezaniPredmeti_rows".asked_mark,
    "povezaniPredmeti_rows".asked_court,
    "povezaniPredmeti_rows"."datumVeze",
    "povezaniPredmeti_rows".id,
    "povezaniPredmeti_rows".opis,
    "povezaniPredmeti_rows"."predmetId",
    "povezaniPredmeti_rows".tip,
    "povezaniPredmeti_rows"."vezaniOznaka",
    "povezaniPredmeti_rows"."vezaniOznakaBroj",
    "povezaniPredmeti_rows"."vezaniSud",
    "povezaniPredmeti_rows".extra
   FROM court_register."povezaniPredmeti_rows"
  WHERE (("povezaniPredmeti_rows"._first = 1) AND ("povezaniPredmeti_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'povezaniPredmeti'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "povezaniPredmeti_rows"._gone AS generation,
    'gone'::text AS change,
    "povezaniPredmeti_rows".asked_mark,
    "povezaniPredmeti_rows".asked_court,
    "povezaniPredmeti_rows"."datumVeze",
    "povezaniPredmeti_rows".id,
    "povezaniPredmeti_rows".opis,
    "povezaniPredmeti_rows"."predmetId",
    "povezaniPredmeti_rows".tip,
    "povezaniPredmeti_rows"."vezaniOznaka",
    "povezaniPredmeti_rows"."vezaniOznakaBroj",
    "povezaniPredmeti_rows"."vezaniSud",
    "povezaniPredmeti_rows".extra
   FROM court_register."povezaniPredmeti_rows"
  WHERE (("povezaniPredmeti_rows"._gone IS NOT NULL) AND ("povezaniPredmeti_rows"._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'povezaniPredmeti'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.predmet AS  SELECT asked_mark,
    asked_court,
    broj,
    "datumArhiviranja",
    "datumDodjele",
    "datumDonosenjaOdluke",
    "datumOsnivanja",
    "datumOtpreme",
    "datumOvrsnosti",
    "datumPocetkaProcesa",
    "datumPravomocnosti",
    "datumRokaCuvanja",
    "datumZalbe",
    "lastUpdateTime",
    id,
    "nazivUj",
    "oznakaBroj",
    "oznakaUj",
    "pogresnoUpisani",
    prekrsajni,
    "spisIzvanSuda",
    "spisNaVisemSudu",
    "stalnaSluzba",
    sudac,
    "upisnikNaziv",
    "upisnikOznaka",
    "vrstaOdluke",
    "vrstaPredmeta",
    "sudId",
    "upisnikId",
    extra
   FROM court_register.predmet_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.predmet_changes AS  SELECT predmet_rows._first AS generation,
    'new'::text AS change,
    predmet_rows.asked_mark,
    predmet_rows.asked_court,
    predmet_rows.broj,
    predmet_rows."datumArhiviranja",
    predmet_rows."datumDodjele",
    predmet_rows."datumDonosenjaOdluke",
    predmet_rows."datumOsnivanja",
    predmet_rows."datumOtpreme",
    predmet_rows."datumOvrsnosti",
    predmet_rows."datumPocetkaProcesa",
    predmet_rows."datumPravomocnosti",
    predmet_rows."datumRokaCuvanja",
    predmet_rows."datumZalbe",
    predmet_rows."lastUpdateTime",
    predmet_rows.id,
    predmet_rows."nazivUj",
    predmet_rows."oznakaBroj",
    predmet_rows."oznakaUj",
    predmet_rows."pogresnoUpisani",
    predmet_rows.prekrsajni,
    predmet_rows."spisIzvanSuda",
    predmet_rows."spisNaVisemSudu",
    predmet_rows."stalnaSluzba",
    predmet_rows.sudac,
    predmet_rows."upisnikNaziv",
    predmet_rows."upisnikOznaka",
    predmet_rows."vrstaOdluke",
    predmet_rows."vrstaPredmeta",
    predmet_rows."sudId",
    predmet_rows."upisnikId",
    predmet_rows.extra
   FROM court_register.predmet_rows
  WHERE ((predmet_rows._first > 1) AND (predmet_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'predmet'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT predmet_rows._first AS generation,
    'new'::text AS change,
    predmet_rows.asked_mark,
    predmet_rows.asked_court,
    predmet_rows.broj,
    predmet_rows."datumArhiviranja",
    predmet_rows."datumDodjele",
    predmet_rows."datumDonosenjaOdluke",
    predmet_rows."datumOsnivanja",
    predmet_rows."datumOtpreme",
    predmet_rows."datumOvrsnosti",
    predmet_rows."datumPocetkaProcesa",
    predmet_rows."datumPravomocnosti",
    predmet_rows."datumRokaCuvanja",
    predmet_rows."datumZalbe",
    predmet_rows."lastUpdateTime",
    predmet_rows.id,
    predmet_rows."nazivUj",
    predmet_rows."oznakaBroj",
    predmet_rows."oznakaUj",
    predmet_rows."pogresnoUpisani",
    predmet_rows.prekrsajni,
    predmet_rows."spisIzvanSuda",
    predmet_rows."spisNaVisemSudu",
    predmet_rows."stalnaSluzba",
    predmet_rows.sudac,
    predmet_rows."upisnikNaziv",
    predmet_rows."upisnikOznaka",
    predmet_rows."vrstaOdluke",
    predmet_rows."vrstaPredmeta",
    predmet_rows."sudId",
    predmet_rows."upisnikId",
    predmet_rows.extra
   FROM court_register.predmet_rows
  WHERE ((predmet_rows._first = 1) AND (predmet_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'predmet'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT predmet_rows._gone AS generation,
    'gone'::text AS change,
    predmet_rows.asked_mark,
    predmet_rows.asked_court,
    predmet_rows.broj,
    predmet_rows."datumArhiviranja",
    predmet_rows."datumDodjele",
    predmet_rows."datumDonosenjaOdluke",
    predmet_rows."datumOsnivanja",
    predmet_rows."datumOtpreme",
    predmet_rows."datumOvrsnosti",
    predmet_rows."datumPocetkaProcesa",
    predmet_rows."datumPravomocnosti",
    predmet_rows."datumRokaCuvanja",
    predmet_rows."datumZalbe",
    predmet_rows."lastUpdateTime",
    predmet_rows.id,
    predmet_rows."nazivUj",
    predmet_rows."oznakaBroj",
    predmet_rows."oznakaUj",
    predmet_rows."pogresnoUpisani",
    predmet_rows.prekrsajni,
    predmet_rows."spisIzvanSuda",
    predmet_rows."spisNaVisemSudu",
    predmet_rows."stalnaSluzba",
    predmet_rows.sudac,
    predmet_rows."upisnikNaziv",
    predmet_rows."upisnikOznaka",
    predmet_rows."vrstaOdluke",
    predmet_rows."vrstaPredmeta",
    predmet_rows."sudId",
    predmet_rows."upisnikId",
    predmet_rows.extra
   FROM court_register.predmet_rows
  WHERE ((predmet_rows._gone IS NOT NULL) AND (predmet_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'predmet'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.rocista AS  SELECT asked_mark,
    asked_court,
    odgoda,
    "plPocetak",
    "plZavrsetak",
    "predmetId",
    sobanaziv,
    sobaoznaka,
    "stPocetak",
    "stZavrsetak",
    "vrstaRadnje",
    extra
   FROM court_register.rocista_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.rocista_changes AS  SELECT rocista_rows._first AS generation,
    'new'::text AS change,
    rocista_rows.asked_mark,
    rocista_rows.asked_court,
    rocista_rows.odgoda,
    rocista_rows."plPocetak",
    rocista_rows."plZavrsetak",
    rocista_rows."predmetId",
    rocista_rows.sobanaziv,
    rocista_rows.sobaoznaka,
    rocista_rows."stPocetak",
    rocista_rows."stZavrsetak",
    rocista_rows."vrstaRadnje",
    rocista_rows.extra
   FROM court_register.rocista_rows
  WHERE ((rocista_rows._first > 1) AND (rocista_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'rocista'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT rocista_rows._first AS generation,
    'new'::text AS change,
    rocista_rows.asked_mark,
    rocista_rows.asked_court,
    rocista_rows.odgoda,
    rocista_rows."plPocetak",
    rocista_rows."plZavrsetak",
    rocista_rows."predmetId",
    rocista_rows.sobanaziv,
    rocista_rows.sobaoznaka,
    rocista_rows."stPocetak",
    rocista_rows."stZavrsetak",
    rocista_rows."vrstaRadnje",
    rocista_rows.extra
   FROM court_register.rocista_rows
  WHERE ((rocista_rows._first = 1) AND (rocista_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'rocista'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT rocista_rows._gone AS generation,
    'gone'::text AS change,
    rocista_rows.asked_mark,
    rocista_rows.asked_court,
    rocista_rows.odgoda,
    rocista_rows."plPocetak",
    rocista_rows."plZavrsetak",
    rocista_rows."predmetId",
    rocista_rows.sobanaziv,
    rocista_rows.sobaoznaka,
    rocista_rows."stPocetak",
    rocista_rows."stZavrsetak",
    rocista_rows."vrstaRadnje",
    rocista_rows.extra
   FROM court_register.rocista_rows
  WHERE ((rocista_rows._gone IS NOT NULL) AND (rocista_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'rocista'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.sjediste AS  SELECT mbs,
    drzava_id,
    drzava,
    naselje_van_sifrarnika,
    ulica,
    kucni_broj,
    kucni_podbroj,
    sifra_zupanije,
    naziv_zupanije,
    sifra_opcine,
    naziv_opcine,
    sifra_naselja,
    naziv_naselja,
    extra
   FROM court_register.sjediste_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.sjediste_changes AS  SELECT sjediste_rows._first AS generation,
    'new'::text AS change,
    sjediste_rows.mbs,
    sjediste_rows.drzava_id,
    sjediste_rows.drzava,
    sjediste_rows.naselje_van_sifrarnika,
    sjediste_rows.ulica,
    sjediste_rows.kucni_broj,
    sjediste_rows.kucni_podbroj,
    sjediste_rows.sifra_zupanije,
    sjediste_rows.naziv_zupanije,
    sjediste_rows.sifra_opcine,
    sjediste_rows.naziv_opcine,
    sjediste_rows.sifra_naselja,
    sjediste_rows.naziv_naselja,
    sjediste_rows.extra
   FROM court_register.sjediste_rows
  WHERE ((sjediste_rows._first > 1) AND (sjediste_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sjediste'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT sjediste_rows._first AS generation,
    'new'::text AS change,
    sjediste_rows.mbs,
    sjediste_rows.drzava_id,
    sjediste_rows.drzava,
    sjediste_rows.naselje_van_sifrarnika,
    sjediste_rows.ulica,
    sjediste_rows.kucni_broj,
    sjediste_rows.kucni_podbroj,
    sjediste_rows.sifra_zupanije,
    sjediste_rows.naziv_zupanije,
    sjediste_rows.sifra_opcine,
    sjediste_rows.naziv_opcine,
    sjediste_rows.sifra_naselja,
    sjediste_rows.naziv_naselja,
    sjediste_rows.extra
   FROM court_register.sjediste_rows
  WHERE ((sjediste_rows._first = 1) AND (sjediste_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sjediste'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT sjediste_rows._gone AS generation,
    'gone'::text AS change,
    sjediste_rows.mbs,
    sjediste_rows.drzava_id,
    sjediste_rows.drzava,
    sjediste_rows.naselje_van_sifrarnika,
    sjediste_rows.ulica,
    sjediste_rows.kucni_broj,
    sjediste_rows.kucni_podbroj,
    sjediste_rows.sifra_zupanije,
    sjediste_rows.naziv_zupanije,
    sjediste_rows.sifra_opcine,
    sjediste_rows.naziv_opcine,
    sjediste_rows.sifra_naselja,
    sjediste_rows.naziv_naselja,
    sjediste_rows.extra
   FROM court_register.sjediste_rows
  WHERE ((sjediste_rows._gone IS NOT NULL) AND (sjediste_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sjediste'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.skracena_tvrtka AS  SELECT mbs,
    ime,
    extra
   FROM court_register.skracena_tvrtka_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.skracena_tvrtka_changes AS  SELECT skracena_tvrtka_rows._first AS generation,
    'new'::text AS change,
    skracena_tvrtka_rows.mbs,
    skracena_tvrtka_rows.ime,
    skracena_tvrtka_rows.extra
   FROM court_register.skracena_tvrtka_rows
  WHERE ((skracena_tvrtka_rows._first > 1) AND (skracena_tvrtka_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'skracena_tvrtka'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT skracena_tvrtka_rows._first AS generation,
    'new'::text AS change,
    skracena_tvrtka_rows.mbs,
    skracena_tvrtka_rows.ime,
    skracena_tvrtka_rows.extra
   FROM court_register.skracena_tvrtka_rows
  WHERE ((skracena_tvrtka_rows._first = 1) AND (skracena_tvrtka_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'skracena_tvrtka'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT skracena_tvrtka_rows._gone AS generation,
    'gone'::text AS change,
    skracena_tvrtka_rows.mbs,
    skracena_tvrtka_rows.ime,
    skracena_tvrtka_rows.extra
   FROM court_register.skracena_tvrtka_rows
  WHERE ((skracena_tvrtka_rows._gone IS NOT NULL) AND (skracena_tvrtka_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'skracena_tvrtka'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register."stariPredmet" AS  SELECT asked_mark,
    asked_court,
    "oznakaBroj",
    "predmetId",
    sud,
    extra
   FROM court_register."stariPredmet_rows"
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register."stariPredmet_changes" AS  SELECT "stariPredmet_rows"._first AS generation,
    'new'::text AS change,
    "stariPredmet_rows".asked_mark,
    "stariPredmet_rows".asked_court,
    "stariPredmet_rows"."oznakaBroj",
    "stariPredmet_rows"."predmetId",
    "stariPredmet_rows".sud,
    "stariPredmet_rows".extra
   FROM court_register."stariPredmet_rows"
  WHERE (("stariPredmet_rows"._first > 1) AND ("stariPredmet_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stariPredmet'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "stariPredmet_rows"._first AS generation,
    'new'::text AS change,
    "stariPredmet_rows".asked_mark,
    "stariPredmet_rows".asked_court,
    "stariPredmet_rows"."oznakaBroj",
    "stariPredmet_rows"."predmetId",
    "stariPredmet_rows".sud,
    "stariPredmet_rows".extra
   FROM court_register."stariPredmet_rows"
  WHERE (("stariPredmet_rows"._first = 1) AND ("stariPredmet_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stariPredmet'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "stariPredmet_rows"._gone AS generation,
    'gone'::text AS change,
    "stariPredmet_rows".asked_mark,
    "stariPredmet_rows".asked_court,
    "stariPredmet_rows"."oznakaBroj",
    "stariPredmet_rows"."predmetId",
    "stariPredmet_rows".sud,
    "stariPredmet_rows".extra
   FROM court_register."stariPredmet_rows"
  WHERE (("stariPredmet_rows"._gone IS NOT NULL) AND ("stariPredmet_rows"._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stariPredmet'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.stranke AS  SELECT asked_mark,
    asked_court,
    naziv,
    nazivuloge,
    "predmetId",
    extra
   FROM court_register.stranke_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.stranke_changes AS  SELECT stranke_rows._first AS generation,
    'new'::text AS change,
    stranke_rows.asked_mark,
    stranke_rows.asked_court,
    stranke_rows.naziv,
    stranke_rows.nazivuloge,
    stranke_rows."predmetId",
    stranke_rows.extra
   FROM court_register.stranke_rows
  WHERE ((stranke_rows._first > 1) AND (stranke_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stranke'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT stranke_rows._first AS generation,
    'new'::text AS change,
    stranke_rows.asked_mark,
    stranke_rows.asked_court,
    stranke_rows.naziv,
    stranke_rows.nazivuloge,
    stranke_rows."predmetId",
    stranke_rows.extra
   FROM court_register.stranke_rows
  WHERE ((stranke_rows._first = 1) AND (stranke_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stranke'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT stranke_rows._gone AS generation,
    'gone'::text AS change,
    stranke_rows.asked_mark,
    stranke_rows.asked_court,
    stranke_rows.naziv,
    stranke_rows.nazivuloge,
    stranke_rows."predmetId",
    stranke_rows.extra
   FROM court_register.stranke_rows
  WHERE ((stranke_rows._gone IS NOT NULL) AND (stranke_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'stranke'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.subjekt AS  SELECT mbs,
    status,
    sud_id_nadlezan,
    sud_id_sluzba,
    oib,
    ino_podruznica,
    stecajna_masa,
    likvidacijska_masa,
    mbs_brisanog_subjekta,
    glavna_podruznica_rbr,
    datum_osnivanja,
    datum_brisanja,
    extra
   FROM court_register.subjekt_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.subjekt_changes AS  SELECT subjekt_rows._first AS generation,
    'new'::text AS change,
    subjekt_rows.mbs,
    subjekt_rows.status,
    subjekt_rows.sud_id_nadlezan,
    subjekt_rows.sud_id_sluzba,
    subjekt_rows.oib,
    subjekt_rows.ino_podruznica,
    subjekt_rows.stecajna_masa,
    subjekt_rows.likvidacijska_masa,
    subjekt_rows.mbs_brisanog_subjekta,
    subjekt_rows.glavna_podruznica_rbr,
    subjekt_rows.datum_osnivanja,
    subjekt_rows.datum_brisanja,
    subjekt_rows.extra
   FROM court_register.subjekt_rows
  WHERE ((subjekt_rows._first > 1) AND (subjekt_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'subjekt'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT subjekt_rows._first AS generation,
    'new'::text AS change,
    subjekt_rows.mbs,
    subjekt_rows.status,
    subjekt_rows.sud_id_nadlezan,
    subjekt_rows.sud_id_sluzba,
    subjekt_rows.oib,
    subjekt_rows.ino_podruznica,
    subjekt_rows.stecajna_masa,
    subjekt_rows.likvidacijska_masa,
    subjekt_rows.mbs_brisanog_subjekta,
    subjekt_rows.glavna_podruznica_rbr,
    subjekt_rows.datum_osnivanja,
    subjekt_rows.datum_brisanja,
    subjekt_rows.extra
   FROM court_register.subjekt_rows
  WHERE ((subjekt_rows._first = 1) AND (subjekt_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'subjekt'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT subjekt_rows._gone AS generation,
    'gone'::text AS change,
    subjekt_rows.mbs,
    subjekt_rows.status,
    subjekt_rows.sud_id_nadlezan,
    subjekt_rows.sud_id_sluzba,
    subjekt_rows.oib,
    subjekt_rows.ino_podruznica,
    subjekt_rows.stecajna_masa,
    subjekt_rows.likvidacijska_masa,
    subjekt_rows.mbs_brisanog_subjekta,
    subjekt_rows.glavna_podruznica_rbr,
    subjekt_rows.datum_osnivanja,
    subjekt_rows.datum_brisanja,
    subjekt_rows.extra
   FROM court_register.subjekt_rows
  WHERE ((subjekt_rows._gone IS NOT NULL) AND (subjekt_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'subjekt'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.sudovi AS  SELECT id,
    prikaz,
    prod,
    razina,
    "sudNaziv",
    "sudOznaka",
    extra
   FROM court_register.sudovi_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.sudovi_changes AS  SELECT sudovi_rows._first AS generation,
    'new'::text AS change,
    sudovi_rows.id,
    sudovi_rows.prikaz,
    sudovi_rows.prod,
    sudovi_rows.razina,
    sudovi_rows."sudNaziv",
    sudovi_rows."sudOznaka",
    sudovi_rows.extra
   FROM court_register.sudovi_rows
  WHERE ((sudovi_rows._first > 1) AND (sudovi_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sudovi'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT sudovi_rows._first AS generation,
    'new'::text AS change,
    sudovi_rows.id,
    sudovi_rows.prikaz,
    sudovi_rows.prod,
    sudovi_rows.razina,
    sudovi_rows."sudNaziv",
    sudovi_rows."sudOznaka",
    sudovi_rows.extra
   FROM court_register.sudovi_rows
  WHERE ((sudovi_rows._first = 1) AND (sudovi_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sudovi'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT sudovi_rows._gone AS generation,
    'gone'::text AS change,
    sudovi_rows.id,
    sudovi_rows.prikaz,
    sudovi_rows.prod,
    sudovi_rows.razina,
    sudovi_rows."sudNaziv",
    sudovi_rows."sudOznaka",
    sudovi_rows.extra
   FROM court_register.sudovi_rows
  WHERE ((sudovi_rows._gone IS NOT NULL) AND (sudovi_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'sudovi'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.temeljni_kapital AS  SELECT mbs,
    valuta_id,
    valuta,
    iznos,
    extra
   FROM court_register.temeljni_kapital_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.temeljni_kapital_changes AS  SELECT temeljni_kapital_rows._first AS generation,
    'new'::text AS change,
    temeljni_kapital_rows.mbs,
    temeljni_kapital_rows.valuta_id,
    temeljni_kapital_rows.valuta,
    temeljni_kapital_rows.iznos,
    temeljni_kapital_rows.extra
   FROM court_register.temeljni_kapital_rows
  WHERE ((temeljni_kapital_rows._first > 1) AND (temeljni_kapital_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'temeljni_kapital'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT temeljni_kapital_rows._first AS generation,
    'new'::text AS change,
    temeljni_kapital_rows.mbs,
    temeljni_kapital_rows.valuta_id,
    temeljni_kapital_rows.valuta,
    temeljni_kapital_rows.iznos,
    temeljni_kapital_rows.extra
   FROM court_register.temeljni_kapital_rows
  WHERE ((temeljni_kapital_rows._first = 1) AND (temeljni_kapital_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'temeljni_kapital'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT temeljni_kapital_rows._gone AS generation,
    'gone'::text AS change,
    temeljni_kapital_rows.mbs,
    temeljni_kapital_rows.valuta_id,
    temeljni_kapital_rows.valuta,
    temeljni_kapital_rows.iznos,
    temeljni_kapital_rows.extra
   FROM court_register.temeljni_kapital_rows
  WHERE ((temeljni_kapital_rows._gone IS NOT NULL) AND (temeljni_kapital_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'temeljni_kapital'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register.vjecnici AS  SELECT asked_mark,
    asked_court,
    ime,
    "predmetId",
    vrsta,
    extra
   FROM court_register.vjecnici_rows
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register.vjecnici_changes AS  SELECT vjecnici_rows._first AS generation,
    'new'::text AS change,
    vjecnici_rows.asked_mark,
    vjecnici_rows.asked_court,
    vjecnici_rows.ime,
    vjecnici_rows."predmetId",
    vjecnici_rows.vrsta,
    vjecnici_rows.extra
   FROM court_register.vjecnici_rows
  WHERE ((vjecnici_rows._first > 1) AND (vjecnici_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vjecnici'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT vjecnici_rows._first AS generation,
    'new'::text AS change,
    vjecnici_rows.asked_mark,
    vjecnici_rows.asked_court,
    vjecnici_rows.ime,
    vjecnici_rows."predmetId",
    vjecnici_rows.vrsta,
    vjecnici_rows.extra
   FROM court_register.vjecnici_rows
  WHERE ((vjecnici_rows._first = 1) AND (vjecnici_rows._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vjecnici'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT vjecnici_rows._gone AS generation,
    'gone'::text AS change,
    vjecnici_rows.asked_mark,
    vjecnici_rows.asked_court,
    vjecnici_rows.ime,
    vjecnici_rows."predmetId",
    vjecnici_rows.vrsta,
    vjecnici_rows.extra
   FROM court_register.vjecnici_rows
  WHERE ((vjecnici_rows._gone IS NOT NULL) AND (vjecnici_rows._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vjecnici'::text) AND (mirror_counts.kept = 1)))));
CREATE VIEW court_register."vrstaUpisnika" AS  SELECT id,
    naziv,
    oznaka,
    extra
   FROM court_register."vrstaUpisnika_rows"
  WHERE ((_first <= ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL))) AND ((_gone IS NULL) OR (_gone > ( SELECT max(mirror_generations.generation) AS max
           FROM court_register.mirror_generations
          WHERE (mirror_generations.completed IS NOT NULL)))));
CREATE VIEW court_register."vrstaUpisnika_changes" AS  SELECT "vrstaUpisnika_rows"._first AS generation,
    'new'::text AS change,
    "vrstaUpisnika_rows".id,
    "vrstaUpisnika_rows".naziv,
    "vrstaUpisnika_rows".oznaka,
    "vrstaUpisnika_rows".extra
   FROM court_register."vrstaUpisnika_rows"
  WHERE (("vrstaUpisnika_rows"._first > 1) AND ("vrstaUpisnika_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vrstaUpisnika'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "vrstaUpisnika_rows"._first AS generation,
    'new'::text AS change,
    "vrstaUpisnika_rows".id,
    "vrstaUpisnika_rows".naziv,
    "vrstaUpisnika_rows".oznaka,
    "vrstaUpisnika_rows".extra
   FROM court_register."vrstaUpisnika_rows"
  WHERE (("vrstaUpisnika_rows"._first = 1) AND ("vrstaUpisnika_rows"._first IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vrstaUpisnika'::text) AND (mirror_counts.kept = 1)))))
UNION ALL
 SELECT "vrstaUpisnika_rows"._gone AS generation,
    'gone'::text AS change,
    "vrstaUpisnika_rows".id,
    "vrstaUpisnika_rows".naziv,
    "vrstaUpisnika_rows".oznaka,
    "vrstaUpisnika_rows".extra
   FROM court_register."vrstaUpisnika_rows"
  WHERE (("vrstaUpisnika_rows"._gone IS NOT NULL) AND ("vrstaUpisnika_rows"._gone IN ( SELECT mirror_counts.generation
           FROM court_register.mirror_counts
          WHERE ((mirror_counts.list = 'vrstaUpisnika'::text) AND (mirror_counts.kept = 1)))));
