import { useSyncExternalStore } from 'react'
import { t } from '#shared/language.ts'
import { isPolling, onPolling } from './live.ts'
import style from './LiveUpdatesDown.module.css'

/** A small note saying that live updates are down and pages are polling instead. */
export function LiveUpdatesDown() {
  const polling = useSyncExternalStore(onPolling, isPolling)
  return (
    polling && (
      <p role="status" className={`${style.note} fine-print`}>
        {t('Live updates are off – refreshing every 10 seconds')}
      </p>
    )
  )
}
