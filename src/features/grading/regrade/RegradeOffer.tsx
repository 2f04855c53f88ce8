import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { regrades } from './api.ts'
import style from './Regrade.module.css'
import { later } from '#web/later.tsx'
import { t } from '#shared/language.ts'

const RegradeSheet = later(() => import('./RegradeSheet.tsx').then((part) => part.RegradeSheet))

/**
 * Notice in the question editor that answers were graded by an older key. Rendered only if the new key
 * changes a verdict.
 */
export function RegradeOffer({ id }: { id: string }) {
  const { data } = useQuery({ ...read(regrades.look, { id }), enabled: may(useMe(), 'questions.regrade') })
  const [isOpen, setIsOpen] = useState(false)
  if (!data || (data.changes.length === 0 && !isOpen)) return null
  return (
    <>
      {data.changes.length > 0 && (
        <p className={`${style.offer} cluster middle pad-1-3 info-ground rounded`} role="status">
          <History size={18} aria-hidden />
          {data.answers === 1
            ? t('1 answer was graded with the old key.')
            : t('{answers} were graded with the old key.', { answers: counted(data.answers, 'answer') })}
          <Button kind="quiet" onClick={() => setIsOpen(true)}>
            {t(data.answers === 1 ? 'Look at it' : 'Look at them')}
          </Button>
        </p>
      )}
      {isOpen && <RegradeSheet id={id} regrade={data} onClose={() => setIsOpen(false)} />}
    </>
  )
}
