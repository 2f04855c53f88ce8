import { useSyncExternalStore } from 'react'
import { t } from '#shared/language.ts'
import { isPolling, onPolling } from './live.ts'
import style from './LiveUpdatesDown.module.css'

/** Shows a small note while live updates are down and pages poll every ten seconds instead. */
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
