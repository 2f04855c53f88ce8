import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#shared/language.ts'
import style from './Toast.module.css'

type ToastColor = 'success' | 'info' | 'warn' | 'error'

/** An action offered with a message, usually undo. */
export type ToastAction = { label: string; act: () => void }

/** A message about something that just happened (spec §4, snackbar). */
export type ToastState = { message: string; color: ToastColor; actions: readonly ToastAction[] }

const signs = {
  success: { Icon: CircleCheck, word: 'Done' },
  info: { Icon: Info, word: 'Note' },
  warn: { Icon: TriangleAlert, word: 'Warning' },
  error: { Icon: CircleAlert, word: 'Error' },
} as const

/**
 * Returns the time in ms that a message stays visible: six seconds, plus 100 ms for every character past
 * sixty.
 */
const timeToRead = (message: string) => 6000 + 100 * Math.max(0, message.length - 60)

/**
 * Shows `toast` until its time is up or it is closed, then calls `onClose` to clear it. While the toast is
 * hovered or focused, it stays; afterward, its time starts over.
 */
export function Toast({ toast, onClose }: { toast: ToastState | null; onClose: () => void }) {
  return (
    <div className={`${style.place} row to-middle`} aria-live="polite">
      {toast && <ToastMessage key={`${toast.color} ${toast.message}`} toast={toast} onClose={onClose} />}
    </div>
  )
}

function ToastMessage({ toast, onClose }: { toast: ToastState; onClose: () => void }) {
  const { message, color, actions } = toast
  const [isHeld, setIsHeld] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), timeToRead(toast.message))
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  const { Icon, word } = signs[color]
  const hold = () => setIsHeld(true)
  const letGo = () => setIsHeld(false)
  return (
    <div
      className={`${style.toast} row middle gap-2 pad-2 rounded ${style[color]}`}
      onPointerEnter={hold}
      onPointerLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
    >
      <Icon aria-hidden className={style.icon} />
      <p>
        <strong>{t(word)}:</strong> {message}
      </p>
      {actions.map(({ label, act }) => (
        <button
          key={label}
          type="button"
          className={`${style.act} grid center rounded`}
          onClick={() => {
            onClose()
            act()
          }}
        >
          {label}
        </button>
      ))}
      <button
        type="button"
        className={`${style.close} grid center rounded`}
        aria-label={t('Close')}
        onClick={onClose}
      >
        <X aria-hidden />
      </button>
    </div>
  )
}
