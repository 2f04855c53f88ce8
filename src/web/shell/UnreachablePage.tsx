import { useRouter } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { isUnanswered } from '../api.ts'
import { isChunkError, reloadOnChunkError } from '../chunk-error.ts'
import { entryWords } from '../entry-words.ts'
import { allEntries, type Entry } from '../outbox-disk.ts'
import { useLazyParts } from '../use-lazy-parts.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { FrontPage } from './FrontPage.tsx'
import style from './UnreachablePage.module.css'

const retryMs = 5_000

/** Loads this part separately, because a connection is rarely lost. */
const loadSaved = () => import('./SavedOnDevice.tsx')

/**
 * True if the device is offline, or if a page failed because the server didn't respond or a chunk of the page
 * is missing.
 */
export const isUnreachable = (error: unknown) =>
  !navigator.onLine || isUnanswered(error) || isChunkError(error)

/**
 * Page shown without a network, without a response from the server, or after an update. Retries automatically
 * and lists what is saved on this device, so that nobody worries about it (product §8).
 */
export function UnreachablePage({ error }: { error: unknown }) {
  const router = useRouter()
  const [unsent, setUnsent] = useState<readonly Entry[] | null>(null)
  const { ready: saved } = useLazyParts(loadSaved)
  const again = useCallback(
    () => void (isChunkError(error) ? reloadOnChunkError(error) : router.invalidate()),
    [error, router],
  )
  useEffect(() => {
    void reloadOnChunkError(error)
    void allEntries().then(setUnsent, () => {})
    const timer = setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [again, error])
  const isNew = navigator.onLine && isChunkError(error)
  const title = isNew
    ? t('A new version is available')
    : navigator.onLine
      ? t('No answer from the server')
      : t('No connection')
  return (
    <FrontPage title={title} animals={[]}>
      <p role="status" className={`${style.state} row gap-3`}>
        <WifiOff aria-hidden />
        {isNew
          ? t('Everything you saved is safe.')
          : navigator.onLine
            ? t('Your internet connection isn’t working, or our server isn’t responding.')
            : sentenceFor(error)}
      </p>
      <p>{t('This page will open automatically once the server answers.')}</p>
      {!isNew && saved && unsent && <saved.SavedOnDevice {...entryWords(unsent)} />}
      <Button kind="primary" wide onClick={again}>
        {t('Try again now')}
      </Button>
    </FrontPage>
  )
}
