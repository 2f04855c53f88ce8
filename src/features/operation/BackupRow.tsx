import { CircleAlert, CircleCheck, Clock, Lock, LockOpen } from 'lucide-react'
import { clockOf } from '#shared/day-text.ts'
import { t, translateSentence } from '#shared/language.ts'
import type { Backup } from './api.ts'
import style from './OperationPage.module.css'
import { sizeInWords, timeInWords } from './rules.ts'

const { moment } = clockOf()

const origins = {
  daily: 'Automatic',
  asked: 'Started here',
  upgrade: 'Before an upgrade',
  command: 'Made by npm run backup',
  found: 'Found in the folder',
} as const

/** Returns the icon and text for a backup's progress, or for the result of its verification. */
function outcome({ state, step, percent, verified }: Backup) {
  if (state === 'queued') return { sign: 'going', Icon: Clock, words: t('Starting soon') }
  if (state === 'running') return { sign: 'going', Icon: Clock, words: goingInWords({ step, percent }) }
  if (state === 'failed') return { sign: 'failed', Icon: CircleAlert, words: t('Failed') }
  if (verified === 'restored')
    return { sign: 'good', Icon: CircleCheck, words: t('Verified: restored and compared') }
  if (verified === 'read') return { sign: 'good', Icon: CircleCheck, words: t('Verified: read in full') }
  return { sign: 'going', Icon: Clock, words: t('Not verified') }
}

/** Returns the progress as text: `Copying, 12%`, then `Verifying: loading, 40%`. */
function goingInWords({ step, percent }: Pick<Backup, 'step' | 'percent'>) {
  const done = percent > 0 ? `, ${percent}%` : ''
  if (!step) return t('Starting') + done
  const words = translateSentence(step)
  return step === 'Copying'
    ? words + done
    : t('Verifying: {step}', { step: words.charAt(0).toLowerCase() + words.slice(1) + done })
}

/** One backup: time, size, encryption, verification, and any error. */
export function BackupRow({ backup }: { backup: Backup }) {
  const { origin, file, bytes, encrypted, tookMs, error, madeAt } = backup
  const { sign, Icon, words } = outcome(backup)
  const facts = [
    bytes !== null && sizeInWords(bytes),
    tookMs !== null && t('in {time}', { time: timeInWords(tookMs) }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <li className={`${style.backup} grid top pad-3-4`}>
      <div className={`${style.words} stack gap-1 shrinks`}>
        <p>
          <time dateTime={madeAt}>{moment(madeAt)}</time>
        </p>
        <p className="quiet breakable">{t(origins[origin])}</p>
      </div>
      <div className={`${style.words} stack gap-1 shrinks`}>
        {facts && <p data-figures>{facts}</p>}
        {file && <p className="fine-print breakable">{file}</p>}
      </div>
      <span className={`${style.sign} inline-row middle gap-1`}>
        {encrypted !== null &&
          (encrypted ? <Lock size={16} aria-hidden /> : <LockOpen size={16} aria-hidden />)}
        {encrypted !== null && t(encrypted ? 'Encrypted' : 'Not encrypted')}
      </span>
      <div className={`${style.words} stack gap-1 shrinks ${style.outcome}`}>
        <span
          className={`${style.sign} inline-row middle gap-1`}
          data-sign={sign}
          role={sign === 'going' ? 'status' : undefined}
        >
          <Icon size={16} aria-hidden />
          {words}
        </span>
        {error && <p className={`${style.error} breakable`}>{error}</p>}
      </div>
    </li>
  )
}
