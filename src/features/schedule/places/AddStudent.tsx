import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { EnrolSheet } from './EnrolSheet.tsx'

type AddStudentProps = {
  centerId: string
  klass: { id: string; name: string; on: Day }
  /** The look of the deeds that it stands among. */
  className: string | undefined
}

/** Adds somebody to a class from the day on that is shown, or for that day alone. */
export function AddStudent({ centerId, klass, className }: AddStudentProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsOpen(true)} aria-label={`Add a student to ${plain(klass.name)}`}>
        <Plus size={16} aria-hidden /> Add
      </button>
      {isOpen && <EnrolSheet centerId={centerId} klass={klass} onClose={() => setIsOpen(false)} />}
    </>
  )
}
