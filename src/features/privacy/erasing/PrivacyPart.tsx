import { Link, useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { later } from '#web/later.tsx'

const EraseDialog = later(() => import('./EraseDialog.tsx').then((part) => part.EraseDialog))

type PrivacyPartProps = { centerId: string; studentId: string; name: string }

/** Admin actions on all data about a student: read, print and save it, or erase it. */
export function PrivacyPart({ centerId, studentId, name }: PrivacyPartProps) {
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const goToStudents = () => void navigate({ to: '/centers/$centerId/students', params: { centerId } })
  return (
    <div className="cluster gap-2">
      <Link
        to="/centers/$centerId/students/$studentId/record"
        params={{ centerId, studentId }}
        className={buttonClass({ kind: 'secondary' })}
      >
        <FileText aria-hidden /> {t('Everything we keep')}
      </Link>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {t('Erase…')}
      </Button>
      {isConfirming && (
        <EraseDialog
          id={studentId}
          name={name}
          onErased={goToStudents}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}
