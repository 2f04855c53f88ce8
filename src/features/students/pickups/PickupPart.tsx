import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { Part } from '../Part.tsx'
import { pickups } from './api.ts'
import { AddPickupButton, PickupList, PickupDialog } from './PickupList.tsx'

type StudentRef = { centerId: string; studentId: string }

/** Part of a student's page for the people other than parents who may pick up the student. */
export function PickupPart({ centerId, studentId }: StudentRef) {
  const queries = useQueryClient()
  const { data, ...query } = useQuery(read(pickups.list, { centerId, studentId }))
  const [isAdding, setAdding] = useState(false)
  const changed = () => queries.invalidateQueries({ queryKey: [pickups.list.path] })
  const add = useSend(pickups.add, {
    onSuccess: ({ name }) => {
      void changed()
      setAdding(false)
      toast(t('{name} can now pick up the student.', { name }))
    },
    onError: () => {},
  })
  const remove = useSend(pickups.remove, { onSuccess: () => void changed() })
  return (
    <Part
      title={t('Pick-up')}
      empty={data?.length === 0 && t('Only the parents.')}
      action={<AddPickupButton onClick={() => setAdding(true)} />}
    >
      {!data && (
        <QueryState
          query={query}
          of={t('the people who may pick up the student')}
          lines={1}
          height="2.5rem"
        />
      )}
      {data && data.length > 0 && (
        <div className="pad-3-4">
          <PickupList
            people={data.map(({ _id, ...person }) => ({ ...person, id: _id, mayRemove: true }))}
            busy={remove.isPending}
            onRemove={(pickupId) => remove.mutate({ centerId, studentId, pickupId })}
          />
        </div>
      )}
      {isAdding && (
        <PickupDialog
          busy={add.isPending}
          error={add.error}
          onSave={(draft) => add.mutate({ centerId, studentId, ...draft })}
          onClose={() => setAdding(false)}
        />
      )}
    </Part>
  )
}
