import { useEffect } from 'react'
import { may, useMe } from '#web/session.tsx'
import { useSend } from '#web/api.ts'
import { accessLog } from './api.ts'

/**
 * Records in the access log when office staff print a page about these students, using the page's print
 * button or the browser's. Doesn't record printing by anyone else.
 */
export function usePrintNote(centerId: string, students: readonly string[]) {
  const isOffice = may(useMe(), 'history.read')
  const { mutate } = useSend(accessLog.printed)
  const ids = [...new Set(students)].join(' ')
  useEffect(() => {
    if (!isOffice || !ids) return
    const note = () => mutate({ centerId, students: ids.split(' ') })
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [isOffice, centerId, ids, mutate])
}
