import { matchesFormat } from '#features/material/visuals/picture-limits.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { type Database, one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import { pageAddress, queueMail } from '#server/mail.ts'
import { remadeLogo } from '#server/pictures.ts'
import type { Settings } from '#server/settings.ts'
import { t } from '#shared/language.ts'
import { notFound, Problem, refused } from '#shared/problem.ts'
import type { looks } from './api.ts'
import { dropLogo, ownAddress, putLogo } from './queries.ts'

const maxBytes = 1024 * 1024

/** Re-encodes and stores a center's logo. */
export async function changeLogo(
  { actor, db, center }: CenterCall<Database>,
  { name, data }: HandlerInput<(typeof looks)['putLogo']>,
) {
  const sent = Buffer.from(data, 'base64')
  if (sent.length > maxBytes) throw new Problem(413, 'too_large', 'A logo can be up to 1 MiB.')
  const picture = await remadeLogo(sent, (format) => matchesFormat(name, format))
  const { image, width, height } = picture
  await db.write(async (write) => {
    await putLogo(write, center, picture)
    record(write, actor, { action: 'centers.logo', entity: center, center, after: { image, width, height } })
    publish(write, { channel: `center:${center}`, topic: 'schedule' })
  })
  return { image, width, height }
}

export async function removeLogo({ actor, db, center }: CenterCall) {
  const [before] = await dropLogo(db, center)
  if (!before) return
  record(db, actor, { action: 'centers.logo', entity: center, center, before })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
}

/** Emails the caller a test message in the center's look. */
export async function sendTest({ actor, db, center }: CenterCall, settings: Settings) {
  const { firstName, email } = one(await ownAddress(db, actor.id), notFound)
  if (!email) throw refused('no_email', 'Your account has no email address. Add one to your profile first.')
  await queueMail(db, settings, {
    personId: actor.id,
    to: email,
    purpose: 'test',
    center,
    words: () => ({
      subject: t('Test message from {center}', { center }),
      body: t(
        'Hello {firstName},\n\nThis is how email from {center} looks. Families see the logo and the color at the top, and how to reach you at the bottom.\n\nLinks to pages look like this:\n\n{link}\n\nIf a family replies, the message goes to the center’s email address.\n',
        { firstName, center, link: pageAddress(settings, '/login') },
      ),
    }),
  })
  record(db, actor, { action: 'emails.test', entity: center, center, after: { to: email } })
  return { to: email, isSent: settings.smtpUrl !== null }
}
