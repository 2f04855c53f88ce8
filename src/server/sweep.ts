import type { JobTools } from './jobs.ts'
import { withoutLink } from './mail.ts'

/**
 * Schedule of the sweep: seventeen minutes past every hour, half an hour before the other hourly job starts.
 */
export const sweepCron = { task: 'sweep', match: '17 * * * *' }

/**
 * Job that removes data that is no longer needed. Each item of this list states when:
 * - Responses stored for repeated calls after a day, and counts of failed tries a day after the last one.
 * - Links and unconfirmed addresses a month after they expire, and unfinished sign-ins a day after they
 *   expire.
 * - Sessions a month after they end, but those of shared devices after three months, because until then the
 *   device is still asked to activate again (spec §8).
 * - Pictures without a question after an hour, and finished imports after a month.
 * - Emails, records of automatic messages, and unanswered or declined requests to people after three months,
 *   but the link in an email as soon as it no longer works.
 * - Unconfirmed requests from trial forms after three days, with their emails.
 * - Deleted material after a month. Until then it can be restored.
 * - Files with material or students after a day, if their import was never started.
 * - Deliveries of webhooks after a month.
 * - Access tokens two years after they expire or are revoked. Until then, the audit trail may name them.
 */
export async function sweep(_payload: unknown, { database: { single } }: Pick<JobTools, 'database'>) {
  await single`delete from answered_calls where created_at < now() - interval '1 day'`
  await single`delete from failed_tries where last_at < now() - interval '1 day'`
  await single`delete from sign_in_links where expires_at < now() - interval '1 month'`
  await single`
    delete from sessions where least(ends_at, seen_at + idle) < now() - case when device_id is null then interval '30 days' else interval '3 months' end
  `
  await single`delete from sign_in_steps where expires_at < now() - interval '1 day'`
  await single`delete from mail where created_at < now() - interval '90 days'`
  await single`delete from sent_reminders where at < now() - interval '90 days'`
  await single`delete from email_changes where expires_at < now() - interval '1 month'`
  await single`delete from account_requests where greatest(asked_at, declined_at) < now() - interval '90 days'`
  await single`delete from trial_requests where confirmed_at is null and asked_at < now() - interval '3 days'`
  await single`delete from webhook_deliveries where at < now() - interval '30 days'`
  await single`delete from access_tokens where least(revoked_at, expires_at) < now() - interval '24 months'`
  await single`delete from trash where dropped_at < now() - interval '30 days'`
  await single`delete from runs where (state in ('uploading', 'checked') or kind = 'students-check') and created_at < now() - interval '1 day'`
  await single`delete from runs where state in ('done', 'failed') and created_at < now() - interval '30 days'`
  await single`
    delete from visuals v where created_at < now() - interval '1 hour' and not exists (select from question_revisions r where r.visual = v.id)
      and not exists (select from question_revisions r where r.picture = v.id)
      and not exists (select from trash where position(v.id in rows::text) > 0)
  `
  await single`
    update mail set body = ${withoutLink(single, '(The link no longer works.)')}
    where position('#token=' in body) > 0 and not exists (
      select 1 from sign_in_links where person_id = mail.person_id and used_at is null and expires_at > now())
      and not exists (select 1 from email_changes where person_id = mail.person_id and expires_at > now())
      and not exists (select 1 from trial_requests r where r.center_id = trial_center and r.id = trial_id and r.confirmed_at is null)
  `
}
