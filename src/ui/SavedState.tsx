import { Check, CloudOff, CloudUpload } from 'lucide-react'
import { t } from '#shared/language.ts'
import style from './SavedState.module.css'

const signs = {
  saved: { word: 'Saved', Icon: Check, more: 'All your answers have been received.' },
  waiting: {
    word: 'Waiting',
    Icon: CloudUpload,
    more: 'Your answers are saved on this device and are being sent.',
  },
  offline: {
    word: 'Offline',
    Icon: CloudOff,
    more: 'Keep working. Your answers are saved on this device and will be sent once you’re online again.',
  },
} as const

/** Shows whether all answers have reached the server. `waiting` is the number of answers that haven't. */
export function SavedState({ state, waiting = 0 }: { state: keyof typeof signs; waiting?: number }) {
  const { word, Icon, more } = signs[state]
  return (
    <output
      className={`${style.state} inline-row middle gap-1 small bold nowrap ${style[state]}`}
      title={t(more)}
    >
      <Icon aria-hidden />
      {t(word)}
      {waiting > 0 && state !== 'saved' && <span data-figures> ({waiting})</span>}
    </output>
  )
}
