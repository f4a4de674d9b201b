-- Tables and functions for a campaign to as many rows as a PostgreSQL table holds.
-- Run this file once: psql "$DATABASE" --file million-rows.sql
--
-- What a row can be:
--   waiting      no one has taken it
--   taken        it is in a page that a workflow is sending
--   duplicate    another row has its phone, in whatever format: reason names the row
--   not_reached  the service had it and says that it was not sent: reason has its word
-- or a word of the column outcome of the sending node:
--   accepted     the service has it, in the campaign task_id
--   refused      certainly not sent: reason says why
--   leftOut      the option Leave Out of the sending node has its phone
--   alreadySent  the node's Campaign Key says that an earlier execution sent it
--   unknown      may have been sent. It goes again only when a person says so: campaign_send_again
-- A row that was taken long ago and never written back may have been sent, too: campaign_progress counts it as unknown.

BEGIN;

-- Add the columns that your text needs.
CREATE TABLE campaign_recipients (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	phone text NOT NULL,
	first_name text,
	state text NOT NULL DEFAULT 'waiting'
		CHECK (state IN (
			'waiting', 'taken', 'duplicate', 'not_reached',
			'accepted', 'refused', 'leftOut', 'alreadySent', 'unknown'
		)),
	page bigint,
	task_id text,
	messages integer,
	reason text
);
CREATE INDEX ON campaign_recipients (id) WHERE state = 'waiting';
CREATE INDEX ON campaign_recipients (page);

-- The row of each phone, so that no one gets two messages. A phone is here as the sending node reads it: whoever makes
-- such a key anew takes two formats of one phone for two people, or two phones for one.
CREATE TABLE campaign_phones (
	phone_key text PRIMARY KEY,
	recipient bigint NOT NULL UNIQUE REFERENCES campaign_recipients ON DELETE CASCADE
);

-- A page is sent as one campaign, at most once.
CREATE TABLE campaign_pages (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	rows integer NOT NULL DEFAULT 0,
	claimed_at timestamptz NOT NULL DEFAULT now(),
	-- Set before the campaign leaves. A page without it has not been sent.
	sending_at timestamptz,
	written_at timestamptz,
	-- Its rows went back to waiting.
	given_back_at timestamptz
);

-- What the service told of a campaign.
CREATE TABLE campaign_ends (
	task_id text PRIMARY KEY,
	page bigint NOT NULL,
	known_since timestamptz NOT NULL DEFAULT now(),
	ended_by text,
	sent_count integer,
	ended_at timestamptz
);

CREATE TABLE campaign_control (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	paused boolean NOT NULL DEFAULT false,
	paused_because text,
	pages_at_once integer NOT NULL DEFAULT 4,
	unknown_after interval NOT NULL DEFAULT '15 minutes',
	price_per_message numeric NOT NULL DEFAULT 0,
	-- Stands in the page that people look at: no other page can press its button.
	page_key text NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO campaign_control DEFAULT VALUES;

-- Takes rows that no one has taken, as a new page. No row when all are taken, or sending is paused, or enough pages are
-- under way. Several may call it at once: each gets rows of its own.
CREATE FUNCTION campaign_claim(most integer, OUT page bigint, OUT rows integer) RETURNS SETOF record
LANGUAGE plpgsql AS $$
DECLARE
	control campaign_control;
BEGIN
	SELECT * INTO control FROM campaign_control;

	-- The workflow that claimed these was ended before it began to send.
	WITH never_begun AS (
		UPDATE campaign_pages SET given_back_at = now()
		WHERE sending_at IS NULL AND given_back_at IS NULL AND claimed_at < now() - control.unknown_after
		RETURNING id
	)
	UPDATE campaign_recipients AS recipient SET state = 'waiting', page = NULL
	FROM never_begun WHERE recipient.page = never_begun.id AND recipient.state = 'taken';

	IF control.paused OR control.pages_at_once <= (
		SELECT count(*) FROM campaign_pages
		WHERE written_at IS NULL AND given_back_at IS NULL AND claimed_at >= now() - control.unknown_after
	) THEN
		RETURN;
	END IF;

	INSERT INTO campaign_pages DEFAULT VALUES RETURNING id INTO campaign_claim.page;
	WITH free AS (
		SELECT id FROM campaign_recipients WHERE state = 'waiting'
		ORDER BY id LIMIT most FOR UPDATE SKIP LOCKED
	)
	UPDATE campaign_recipients AS recipient SET state = 'taken', page = campaign_claim.page
	FROM free WHERE recipient.id = free.id;
	GET DIAGNOSTICS rows = ROW_COUNT;
	IF rows = 0 THEN
		DELETE FROM campaign_pages WHERE id = campaign_claim.page;
		RETURN;
	END IF;
	UPDATE campaign_pages SET rows = campaign_claim.rows WHERE id = campaign_claim.page;
	RETURN NEXT;
END $$;

-- Pauses, where nothing came of a page: what stopped all of it would stop the next one, too.
CREATE FUNCTION campaign_pause_after(its_page bigint) RETURNS void LANGUAGE sql AS $$
	UPDATE campaign_control SET paused = true, paused_because = (
		SELECT format('Page %s: %s', its_page, coalesce(min(reason), 'it is not known what became of it'))
		FROM campaign_recipients WHERE page = its_page AND state IN ('refused', 'unknown', 'taken')
	)
	WHERE NOT EXISTS (
		SELECT FROM campaign_recipients WHERE page = its_page AND state NOT IN ('refused', 'unknown', 'taken')
	)
$$;

-- Notes the phones of a page before it is sent, as the node reads them. A row whose phone the node cannot read is refused,
-- and one whose phone another row has is a duplicate.
-- phones: [{ "id": 1, "key": "972570001001" }, { "id": 2, "error": "…" }, …]
CREATE FUNCTION campaign_note_phones(its_page bigint, phones jsonb, OUT page bigint, OUT ready bigint)
LANGUAGE plpgsql AS $$
BEGIN
	campaign_note_phones.page := its_page;
	ready := 0;
	PERFORM FROM campaign_pages WHERE id = its_page AND sending_at IS NULL AND given_back_at IS NULL FOR UPDATE;
	IF NOT FOUND THEN RETURN; END IF;

	-- Someone corrected the phone of a row.
	DELETE FROM campaign_phones USING jsonb_to_recordset(phones) AS phone (id bigint, key text)
	WHERE recipient = phone.id AND phone_key IS DISTINCT FROM phone.key;
	-- Two pages with the same phones wait for each other in one order.
	INSERT INTO campaign_phones (phone_key, recipient)
	SELECT phone.key, phone.id FROM jsonb_to_recordset(phones) AS phone (id bigint, key text)
	WHERE phone.key <> '' ORDER BY phone.key, phone.id
	ON CONFLICT DO NOTHING;

	UPDATE campaign_recipients AS row SET
		state = CASE WHEN other.recipient IS NULL THEN 'refused' ELSE 'duplicate' END,
		reason = CASE
			WHEN other.recipient IS NULL THEN coalesce(phone.error, 'The node did not read this phone')
			ELSE format('Row %s has the same phone', other.recipient)
		END
	FROM campaign_recipients AS taken
	LEFT JOIN jsonb_to_recordset(phones) AS phone (id bigint, key text, error text) ON phone.id = taken.id
	LEFT JOIN campaign_phones AS other ON other.phone_key = phone.key
	WHERE row.id = taken.id AND taken.page = its_page AND taken.state = 'taken'
		AND other.recipient IS DISTINCT FROM taken.id;

	SELECT count(*) INTO ready FROM campaign_recipients AS row WHERE row.page = its_page AND state = 'taken';
	IF ready = 0 THEN
		UPDATE campaign_pages SET sending_at = now(), written_at = now() WHERE id = its_page;
		PERFORM campaign_pause_after(its_page);
	END IF;
END $$;

-- The rows of a page, once: whoever asks again, such as a workflow that is retried, gets none and sends nothing.
CREATE FUNCTION campaign_open(its_page bigint) RETURNS SETOF campaign_recipients
LANGUAGE plpgsql AS $$
BEGIN
	UPDATE campaign_pages SET sending_at = now()
	WHERE id = its_page AND sending_at IS NULL AND given_back_at IS NULL;
	IF FOUND THEN
		RETURN QUERY SELECT row.* FROM campaign_recipients AS row
		JOIN campaign_phones AS phone ON phone.recipient = row.id
		WHERE row.page = its_page AND row.state = 'taken' ORDER BY row.id;
	END IF;
END $$;

-- Writes what became of the rows of a page: the word of the column outcome is their state. Doing it twice does no harm.
-- fates: [{ "id": 1, "outcome": "accepted", "taskId": "…", "messages": 1 }, { "id": 2, "outcome": "refused", "reason": "…" }, …]
CREATE FUNCTION campaign_write_back(
	its_page bigint, fates jsonb,
	OUT page bigint, OUT accepted bigint, OUT refused bigint, OUT unknown bigint
) LANGUAGE plpgsql AS $$
DECLARE
	mode text;
BEGIN
	-- Whoever changes rows of a page locks it first: two that change the same rows do not wait for each other.
	PERFORM FROM campaign_pages WHERE id = its_page FOR UPDATE;

	-- A preview or a test sent nothing to these rows: they are as they were. Without a pause they would be taken again at once.
	SELECT min(fate.outcome) INTO mode FROM jsonb_to_recordset(fates) AS fate (outcome text)
	WHERE fate.outcome IN ('preview', 'test');
	IF mode IS NOT NULL THEN
		UPDATE campaign_recipients AS recipient SET state = 'waiting', page = NULL
		WHERE recipient.page = its_page AND state = 'taken';
		UPDATE campaign_pages SET given_back_at = now() WHERE id = its_page;
		UPDATE campaign_control SET paused = true,
			paused_because = format('Page %s was a %s: no row was sent. Set Mode to Send.', its_page, mode);
		SELECT its_page, 0, 0, 0 INTO campaign_write_back.page, accepted, refused, unknown;
		RETURN;
	END IF;

	UPDATE campaign_recipients AS recipient SET
		state = CASE
			WHEN fate.outcome IN ('accepted', 'refused', 'leftOut', 'alreadySent') THEN fate.outcome
			WHEN fate.outcome = 'notTried' THEN 'refused'
			ELSE 'unknown'
		END,
		task_id = fate."taskId", messages = fate.messages, reason = fate.reason
	FROM jsonb_to_recordset(fates)
		AS fate (id bigint, outcome text, "taskId" text, messages integer, reason text)
	WHERE recipient.id = fate.id AND recipient.page = its_page
		AND (recipient.state = 'taken' OR recipient.task_id = fate."taskId" AND recipient.state = 'accepted');
	INSERT INTO campaign_ends (task_id, page)
	SELECT DISTINCT fate."taskId", its_page FROM jsonb_to_recordset(fates) AS fate ("taskId" text)
	WHERE fate."taskId" IS NOT NULL ON CONFLICT DO NOTHING;
	UPDATE campaign_pages SET written_at = now() WHERE id = its_page;

	SELECT its_page, count(*) FILTER (WHERE state IN ('accepted', 'not_reached')),
		count(*) FILTER (WHERE state = 'refused'), count(*) FILTER (WHERE state IN ('taken', 'unknown'))
	INTO campaign_write_back.page, accepted, refused, unknown
	FROM campaign_recipients AS recipient WHERE recipient.page = its_page;
	PERFORM campaign_pause_after(its_page);
END $$;

-- Writes what the service tells of a campaign: its end with the count, and numbers that were not sent to, as they are in
-- campaign_phones.
CREATE FUNCTION campaign_event(
	its_page bigint, its_task text, event text, count_sent integer, numbers jsonb
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM campaign_pages WHERE id = its_page FOR UPDATE;
	IF NOT FOUND THEN RETURN; END IF;

	INSERT INTO campaign_ends (task_id, page) VALUES (its_task, its_page) ON CONFLICT DO NOTHING;
	IF event NOT IN ('START', 'CP_SEND_ERROR') THEN
		UPDATE campaign_ends SET ended_by = event, sent_count = coalesce(count_sent, sent_count), ended_at = now()
		WHERE task_id = its_task;
	END IF;

	UPDATE campaign_recipients SET state = 'not_reached', task_id = its_task, reason = event
	WHERE page = its_page AND state IN ('taken', 'unknown', 'accepted') AND id IN (
		SELECT recipient FROM campaign_phones
		JOIN jsonb_array_elements_text(numbers) AS number ON phone_key = number
	);

	-- The workflow was ended before it wrote the page back, or never got the answer. When the service has sent to as
	-- many as are open, it has sent to each of them.
	UPDATE campaign_recipients SET state = 'accepted', task_id = its_task, reason = NULL
	WHERE page = its_page AND state IN ('taken', 'unknown') AND (
		SELECT sent_count FROM campaign_ends WHERE task_id = its_task
	) = (
		SELECT count(*) FROM campaign_recipients WHERE page = its_page AND state IN ('taken', 'unknown')
	) AND NOT EXISTS (
		SELECT FROM campaign_recipients WHERE page = its_page AND state = 'accepted'
	);
END $$;

-- A person's decision: the rows of a page whose outcome is unknown go again. Look in the service first, whether it has a
-- campaign whose description names the page: those would get it twice. A page that is being sent is left alone.
CREATE FUNCTION campaign_send_again(its_page bigint) RETURNS bigint LANGUAGE sql AS $$
	WITH again AS (
		UPDATE campaign_pages SET given_back_at = now()
		WHERE id = its_page
			AND (written_at IS NOT NULL OR sending_at < now() - (SELECT unknown_after FROM campaign_control))
		RETURNING id
	), free AS (
		UPDATE campaign_recipients SET state = 'waiting', page = NULL, reason = NULL
		FROM again WHERE page = again.id AND state IN ('taken', 'unknown') RETURNING 1
	)
	SELECT count(*) FROM free
$$;

-- Refused rows wait again, once their cause is gone: they were certainly not sent.
CREATE FUNCTION campaign_retry_refused() RETURNS bigint LANGUAGE sql AS $$
	WITH free AS (
		UPDATE campaign_recipients SET state = 'waiting', page = NULL, reason = NULL
		WHERE state = 'refused' RETURNING 1
	)
	SELECT count(*) FROM free
$$;

-- The button of the page. No row for a page that is not ours.
CREATE FUNCTION campaign_pause(is_paused boolean, key text) RETURNS SETOF boolean LANGUAGE sql AS $$
	UPDATE campaign_control SET paused = is_paused, paused_because = NULL WHERE page_key = key RETURNING paused
$$;

-- Pages with rows of unknown outcome, and the campaign the service told of, if it did.
CREATE VIEW campaign_unknown_pages AS
SELECT page.id AS page, page.sending_at, count(*) AS rows,
	(SELECT string_agg(task_id, ', ') FROM campaign_ends WHERE campaign_ends.page = page.id) AS campaigns
FROM campaign_pages AS page CROSS JOIN campaign_control AS control
JOIN campaign_recipients AS recipient ON recipient.page = page.id
WHERE recipient.state = 'unknown'
	OR recipient.state = 'taken' AND page.sending_at < now() - control.unknown_after
GROUP BY page.id;

-- Campaigns whose end should have been told by now. A notification comes once: one that met a process on its way down is lost.
CREATE VIEW campaign_without_end AS
SELECT page, task_id AS "taskId" FROM campaign_ends, campaign_control
WHERE ended_by IS NULL AND known_since < now() - unknown_after;

-- One row for people to look at.
CREATE VIEW campaign_progress AS
WITH counts AS (
	SELECT count(*) AS all_rows,
		count(*) FILTER (WHERE state = 'waiting') AS waiting,
		count(*) FILTER (WHERE state = 'taken') AS taken_or_unknown,
		count(*) FILTER (WHERE state = 'accepted' AND told.ended_by IS NULL) AS accepted,
		count(*) FILTER (WHERE state = 'accepted' AND told.ended_by = 'END') AS ended,
		count(*) FILTER (WHERE state = 'accepted' AND told.ended_by <> 'END') AS stopped,
		count(*) FILTER (WHERE state = 'not_reached') AS not_reached,
		count(*) FILTER (WHERE state = 'refused') AS refused,
		count(*) FILTER (WHERE state = 'leftOut') AS left_out,
		count(*) FILTER (WHERE state = 'alreadySent') AS already_sent,
		count(*) FILTER (WHERE state = 'duplicate') AS duplicates,
		coalesce(sum(messages), 0) AS messages
	FROM campaign_recipients LEFT JOIN campaign_ends AS told USING (task_id)
), unknowns AS (
	SELECT coalesce(sum(rows), 0)::bigint AS unknown,
		(SELECT count(*) FROM campaign_recipients WHERE state = 'unknown') AS written
	FROM campaign_unknown_pages
), pace AS (
	SELECT sum(rows) / greatest(extract(epoch FROM max(written_at) - min(claimed_at)) / 60, 1.0 / 60) AS a_minute
	FROM campaign_pages WHERE written_at > now() - interval '10 minutes'
)
SELECT all_rows, waiting, taken_or_unknown - (unknown - written) AS taken, accepted, ended, stopped, not_reached, refused,
	left_out, already_sent, duplicates, unknown, messages, messages * price_per_message AS cost, round(a_minute) AS rows_a_minute,
	ceil(waiting / nullif(a_minute, 0)) AS minutes_left, paused, paused_because
FROM counts, unknowns, pace, campaign_control;

COMMIT;
