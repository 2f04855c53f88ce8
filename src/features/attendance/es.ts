import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'Attendance opens at {time}.': 'Apertura: {time}.',
  'Attendance closed at {endTime}. The office can still change it.':
    'Cierre: {endTime}. La oficina aún puede hacer cambios.',
  Sick: 'Enfermedad',
  'School event': 'Actividad escolar',
  Travel: 'Viaje',
  Other: 'Otro motivo',
  Excused: 'Justificada',
}
