import { expect } from 'vitest'
import { materialExport } from '#features/exchange/export/api.ts'
import { materialImports } from '#features/exchange/import/api.ts'
import { partSize } from '#features/exchange/import/material-file.ts'
import { factories } from './factories.ts'
import type { Caller, World } from './world.ts'
import { eventually } from './eventually.ts'

/** Installation that exports or imports material, and the staff who do it. */
export type Side = { world: World; admin: Caller; editor: Caller; operator: Caller; adminId: string }
/** Adds staff to an installation and returns both. */
export async function side(world: World): Promise<Side> {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      admin: await make.staff('admin', null),
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
    }
  })
  const [admin, editor, operator] = [
    await world.as(cast.admin),
    await world.as(cast.editor),
    await world.as(cast.operator),
  ]
  return { world, admin, editor, operator, adminId: cast.admin.id }
}

/** Exports material and returns the file. */
export const exported = async (
  { admin, world }: Side,
  which: { courseId?: string; levelId?: string; format?: 'material' | 'qti' } = {},
) => {
  // Reset each person's daily export limit.
  await world.database.single`delete from failed_tries`
  const { status, bytes, text } = await admin.call(materialExport.file, which)
  expect(status, text).toBe(200)
  return bytes
}

/** Uploads a file in parts and returns the id of the import. */
export async function brought({ editor }: Side, bytes: Buffer, size = bytes.length, name = 'material.zip') {
  const { status, body, text } = await editor.call(materialImports.begin, { name, size: Math.max(size, 1) })
  expect(status, text).toBe(201)
  for (let num = 1; (num - 1) * partSize < bytes.length; num += 1) {
    const part = await editor.call(
      materialImports.part,
      { id: body._id, num },
      { file: bytes.subarray((num - 1) * partSize, num * partSize) },
    )
    expect(part.status, part.text).toBe(204)
  }
  return body._id
}
/** Waits until an import has ended and returns it. */
export const ended = ({ editor }: Side, id: string) =>
  eventually(async () => {
    const found = (await editor.call(materialImports.list, {})).body.find(({ _id }) => _id === id)
    expect(['done', 'failed']).toContain(found?.state)
    return found!
  })
/** Imports a file and returns the ended import. */
export async function imported(at: Side, bytes: Buffer, clash: 'number' | 'skip' = 'number') {
  const id = await brought(at, bytes)
  const check = await at.editor.call(materialImports.check, { id })
  expect(check.status, check.text).toBe(200)
  const { status, text } = await at.editor.call(materialImports.start, { id, clash })
  expect(status, text).toBe(200)
  return await ended(at, id)
}
