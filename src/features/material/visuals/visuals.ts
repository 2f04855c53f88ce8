import { refuseOverQuota } from '#features/centers/storage-queries.ts'
import { t } from '#shared/language.ts'
import { notFound, Problem, tooMany } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { remadePicture } from '#server/pictures.ts'
import type { visuals } from './api.ts'
import { putVisual, visualsToday } from './queries.ts'
import { matchesFormat, visualLimits } from './picture-limits.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import type { Database } from '#server/db.ts'

const anHour = 3600

/**
 * Throws 429 if a person has reached the limit for pictures in 24 hours. The limit keeps one person from
 * filling up the storage (reliability M23).
 */
async function checkQuota(db: Db, by: string) {
  const { count, bytes } = one(await visualsToday(db, by), notFound)
  if (count >= visualLimits.aDay || bytes >= visualLimits.bytesADay)
    throw tooMany(anHour, t('You have reached the daily limit for pictures. Please continue tomorrow.'))
}

/** Re-encodes a picture and stores it. An identical picture is stored only once. */
export async function addVisual(
  { actor, db }: ActionCall<Database>,
  input: HandlerInput<(typeof visuals)['add']>,
) {
  const sent = Buffer.from(input.data, 'base64')
  if (sent.length > visualLimits.bytes) throw new Problem(413, 'too_large', t('Pictures can be up to 5 MiB.'))
  await checkQuota(db.read, actor.id)
  const { name } = input
  const { image, bytes, width, height } = await remadePicture(sent, visualLimits, (format) =>
    matchesFormat(name, format),
  )
  await db.write(async (write) => {
    const [fresh] = await putVisual(write, { id: image, name, width, height, bytes, by: actor.id })
    record(write, actor, { action: 'visuals.add', entity: image, after: { name, width, height } })
    if (fresh) await refuseOverQuota(write, actor.id)
  })
  return { image, name, width, height }
}
