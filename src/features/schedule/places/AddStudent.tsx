import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EnrolSheet } from './EnrolSheet.tsx'

type AddStudentProps = { centerId: string; klass: { id: string; name: string; on: Day } }

/** Adds somebody to a class from the day on that is shown, or for that day alone. */
export function AddStudent({ centerId, klass }: AddStudentProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" icon={<Plus aria-hidden />} onClick={() => setIsOpen(true)}>
        Add<span className="visually-hidden"> to {plain(klass.name)}</span>
      </Button>
      {isOpen && <EnrolSheet centerId={centerId} klass={klass} onClose={() => setIsOpen(false)} />}
    </>
  )
}
