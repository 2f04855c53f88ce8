-- State of a text since `at`. A process may die while it hands a text to the provider, so a text that has been `sending` for a minute is handed over once
-- more, as `resending`. Earlier texts count as sent, and so do those of the previous version while it still runs.
alter table sent_texts add column state text not null default 'sent' constraint text_state check (state in ('sending', 'resending', 'sent'));
