-- Tables and functions for a campaign to as many rows as a PostgreSQL table holds.
-- Run this file once: psql "$DATABASE" --file million-rows.sql
--
-- What a row can be:
--   waiting      no one has taken it
--   taken        it is in a page that a workflow is sending
--   accepted     the service has it, in the campaign task_id
--   not_reached  the service had it and says that it was not sent: reason has its word
--   refused      certainly not sent: reason says why
--   unknown      may have been sent. It goes again only when a person says so: campaign_send_again
-- A row that was taken long ago and never written back may have been sent, too: campaign_progress counts it as unknown.

BEGIN;

-- One spelling for each phone, so that no one is in the table twice. 972 is the service's own country code.
CREATE FUNCTION campaign_phone_key(phone text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^0', '972')
$$;

-- Add the columns that your text needs.
CREATE TABLE campaign_recipients (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	phone text NOT NULL,
	first_name text,
	state text NOT NULL DEFAULT 'waiting'
		CHECK (state IN ('waiting', 'taken', 'accepted', 'not_reached', 'refused', 'unknown')),
	page bigint,
	task_id text,
	messages integer,
	reason text,
	phone_key text GENERATED ALWAYS AS (campaign_phone_key(phone)) STORED UNIQUE
);
CREATE INDEX ON campaign_recipients (id) WHERE state = 'waiting';
CREATE INDEX ON campaign_recipients (page);

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
	outcome text,
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

-- The rows of a page, once: whoever asks again, such as a workflow that is retried, gets none and sends nothing.
CREATE FUNCTION campaign_open(its_page bigint) RETURNS SETOF campaign_recipients
LANGUAGE plpgsql AS $$
BEGIN
	UPDATE campaign_pages SET sending_at = now()
	WHERE id = its_page AND sending_at IS NULL AND given_back_at IS NULL;
	IF FOUND THEN
		RETURN QUERY SELECT * FROM campaign_recipients WHERE page = its_page AND state = 'taken' ORDER BY id;
	END IF;
END $$;

-- Writes what became of the rows of a page. Doing it twice does no harm.
-- fates: [{ "id": 1, "taskId": "…", "messages": 1 }, { "id": 2, "error": "…", "outcomeUnknown": false }, …]
CREATE FUNCTION campaign_write_back(
	its_page bigint, fates jsonb,
	OUT page bigint, OUT accepted bigint, OUT refused bigint, OUT unknown bigint
) LANGUAGE plpgsql AS $$
BEGIN
	-- Whoever changes rows of a page locks it first: two that change the same rows do not wait for each other.
	PERFORM FROM campaign_pages WHERE id = its_page FOR UPDATE;
	UPDATE campaign_recipients AS recipient SET
		state = CASE
			WHEN fate."taskId" IS NOT NULL THEN 'accepted'
			WHEN fate.error IS NOT NULL AND fate."outcomeUnknown" IS NOT TRUE THEN 'refused'
			ELSE 'unknown'
		END,
		task_id = fate."taskId", messages = fate.messages, reason = fate.error
	FROM jsonb_to_recordset(fates)
		AS fate (id bigint, "taskId" text, messages integer, error text, "outcomeUnknown" boolean)
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

	-- What stops a whole page would stop the next one, too.
	IF accepted = 0 THEN
		UPDATE campaign_control SET paused = true, paused_because = (
			SELECT format('Page %s: %s', its_page, min(reason)) FROM campaign_recipients AS recipient
			WHERE recipient.page = its_page
		);
	END IF;
END $$;

-- Writes what the service tells of a campaign: its end with the count, and numbers that were not sent to.
CREATE FUNCTION campaign_event(
	its_page bigint, its_task text, event text, count_sent integer, numbers jsonb
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM campaign_pages WHERE id = its_page FOR UPDATE;
	IF NOT FOUND THEN RETURN; END IF;

	INSERT INTO campaign_ends (task_id, page) VALUES (its_task, its_page) ON CONFLICT DO NOTHING;
	IF event NOT IN ('START', 'CP_SEND_ERROR') THEN
		UPDATE campaign_ends SET outcome = event, sent_count = coalesce(count_sent, sent_count), ended_at = now()
		WHERE task_id = its_task;
	END IF;

	UPDATE campaign_recipients SET state = 'not_reached', task_id = its_task, reason = event
	WHERE page = its_page AND state IN ('taken', 'unknown', 'accepted') AND phone_key IN (
		SELECT campaign_phone_key(number) FROM jsonb_array_elements_text(numbers) AS number
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
-- campaign whose description names the page: those would get it twice.
CREATE FUNCTION campaign_send_again(its_page bigint) RETURNS bigint LANGUAGE sql AS $$
	WITH again AS (
		UPDATE campaign_pages SET given_back_at = now(), sending_at = coalesce(sending_at, now())
		WHERE id = its_page RETURNING id
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
WHERE outcome IS NULL AND known_since < now() - unknown_after;

-- One row for people to look at.
CREATE VIEW campaign_progress AS
WITH counts AS (
	SELECT count(*) AS all_rows,
		count(*) FILTER (WHERE state = 'waiting') AS waiting,
		count(*) FILTER (WHERE state = 'taken') AS taken_or_unknown,
		count(*) FILTER (WHERE state = 'accepted' AND told.outcome IS NULL) AS accepted,
		count(*) FILTER (WHERE state = 'accepted' AND told.outcome = 'END') AS ended,
		count(*) FILTER (WHERE state = 'accepted' AND told.outcome <> 'END') AS stopped,
		count(*) FILTER (WHERE state = 'not_reached') AS not_reached,
		count(*) FILTER (WHERE state = 'refused') AS refused,
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
	unknown, messages, messages * price_per_message AS cost, round(a_minute) AS rows_a_minute,
	ceil(waiting / nullif(a_minute, 0)) AS minutes_left, paused, paused_because
FROM counts, unknowns, pace, campaign_control;

COMMIT;
