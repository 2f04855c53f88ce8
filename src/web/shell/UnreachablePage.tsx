import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { keptOnDevice } from '../outbox.ts'
import { sentenceFor } from '../snack.tsx'

const retryMs = 5_000

/** When a page can't be shown: the server is out of reach (it is asked again by itself, and what is unsent is named), or something broke. */
export function UnreachablePage({ error }: { error: Error }) {
  const router = useRouter()
  const [kept, setKept] = useState(0)
  const unreachable = error instanceof Problem && (error.status === 0 || error.status === 503)
  useEffect(() => {
    void keptOnDevice().then(setKept)
    if (!unreachable) return
    const again = () => void router.invalidate()
    const timer = setInterval(again, retryMs)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [router, unreachable])
  return (
    <main>
      <ErrorState
        title={unreachable ? 'No connection' : 'This page could not be shown.'}
        message={sentenceFor(error)}
        onRetry={() => void router.invalidate()}
      />
      {kept > 0 && (
        <p role="status" style={{ textAlign: 'center' }}>
          {kept === 1 ? '1 answer is' : `${kept} answers are`} kept on this device and will be sent when the connection is back.
        </p>
      )}
    </main>
  )
}
