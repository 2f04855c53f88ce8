import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPickupButton, PickupList, PickupDialog } from '#features/students/pickups/PickupList.tsx'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import type { ChildRecord } from '../api.ts'
import style from '../Family.module.css'
import { familyPickups } from './api.ts'

/** List of people other than the parents who may pick up a child. A parent can add people. */
export function ChildPickups({ child: { _id: id, firstName, centers } }: { child: ChildRecord }) {
  const queries = useQueryClient()
  const { data, ...query } = useQuery(read(familyPickups.list, { id }))
  const [isAdding, setAdding] = useState(false)
  const [centerId, setCenter] = useState(centers[0] ?? '')
  const changed = () => queries.invalidateQueries({ queryKey: [familyPickups.list.path] })
  const add = useSend(familyPickups.add, {
    onSuccess: ({ name }) => {
      void changed()
      setAdding(false)
      toast(t('{name} can now pick up {firstName}.', { name, firstName }))
    },
    onError: () => {},
  })
  const remove = useSend(familyPickups.remove, { onSuccess: () => void changed() })
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="pickups">
      <h2 id="pickups">{t('Who may pick up {firstName}', { firstName })}</h2>
      {!data && <QueryState query={query} of={t('the people who may pick up')} lines={1} height="2.5rem" />}
      {data?.length === 0 && <p className="quiet">{t('Only the parents so far.')}</p>}
      {data && data.length > 0 && (
        <PickupList
          people={data.map(({ _id, mine, center, relationship, ...person }) => ({
            ...person,
            id: _id,
            mayRemove: mine,
            relationship:
              centers.length > 1 ? [relationship, center].filter(Boolean).join(', ') : relationship,
          }))}
          busy={remove.isPending}
          onRemove={(pickupId) => remove.mutate({ id, pickupId })}
        />
      )}
      <div>
        <AddPickupButton onClick={() => setAdding(true)} />
      </div>
      {isAdding && (
        <PickupDialog
          busy={add.isPending}
          error={add.error}
          onSave={(draft) => add.mutate({ id, centerId, ...draft })}
          onClose={() => setAdding(false)}
        >
          {centers.length > 1 && (
            <Field label={t('Center')}>
              {(wiring) => (
                <select {...wiring} value={centerId} onChange={({ target }) => setCenter(target.value)}>
                  {centers.map((center) => (
                    <option key={center}>{center}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
        </PickupDialog>
      )}
    </section>
  )
}
