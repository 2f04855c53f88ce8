import type { Catalog } from '#shared/language.ts'

/** Spanish text for staff pages that doesn't belong to a single feature. */
export const esStaff: Catalog = {
  'Actions for {of}': 'Acciones para {of}',
  Administration: 'Administración',
  'BC Print': 'Imprimir BC',
  'Both versions': 'Las dos versiones',
  'Choose a center': 'Elija un centro',
  'Choose a file': 'Elegir un archivo',
  'Choose another file': 'Elegir otro archivo',
  'Choose one from the list.': 'Elija uno de la lista.',
  'Close the menu': 'Cerrar el menú',
  'Close without saving what you entered?': '¿Cerrar sin guardar lo que escribió?',
  'Copy: {label}': 'Copiar: {label}',
  Discard: 'Descartar',
  Empty: 'Vacío',
  'Enter a date such as 2/9 or 2/9/2026.': 'Escriba una fecha como 2/9 o 2/9/2026 (mes/día).',
  Export: 'Exportar',
  'Keep all my values': 'Conservar todo lo mío',
  'Keep editing': 'Seguir editando',
  'Keyboard shortcuts': 'Atajos de teclado',
  'MM/DD': 'MM/DD',
  Main: 'Principal',
  Material: 'Material',
  'Menu for {name}': 'Menú de {name}',
  'No matching center': 'Ningún centro coincide',
  'Nobody else changed these fields. Other changes to this record are kept.':
    'Ninguno de estos campos ha cambiado. Los demás cambios de este registro se conservan.',
  'Choose {day} or earlier.': 'Elija el {day} o antes.',
  'Choose {day} or later.': 'Elija el {day} o después.',
  'Nothing found for “{find}”.': 'No se encontró nada para “{find}”.',
  'Open the calendar': 'Abrir el calendario',
  'Open the menu': 'Abrir el menú',
  Pages: 'Páginas',
  'Parent of {children}': 'Familia de {children}',
  'Parent: {parentName}': 'Familia: {parentName}',
  Profile: 'Perfil',
  Recent: 'Recientes',
  Results: 'Resultados',
  'Undo the last change while the message at the bottom shows Undo':
    'Deshacer el último cambio mientras el mensaje de abajo muestre Deshacer',
  'Save the question': 'Guardar la pregunta',
  'Saved version': 'Versión guardada',
  Search: 'Buscar',
  'Search students, parents, phone numbers, classes and pages':
    'Buscar estudiantes, familias, teléfonos, clases y páginas',
  'Searching…': 'Buscando…',
  'Skip to content': 'Ir al contenido',
  'Student, parent, phone, class or page': 'Estudiante, familia, teléfono, clase o página',
  'The centers couldn’t be loaded. Try again': 'No se pudieron cargar los centros. Intentar de nuevo',
  'Type a name, a phone number, a class or a page.':
    'Escriba un nombre, un teléfono, una clase o una página.',
  'Type at least two letters.': 'Escriba al menos dos letras.',
  'Type the name first.': 'Escriba primero el nombre.',
  'Type the name: {name}': 'Escriba el nombre: {name}',
  'Use all saved values': 'Usar todo lo guardado',
  'Version {version}': 'Versión {version}',
  Yours: 'La suya',
  'the results': 'los resultados',
  settings: 'ajustes',
  '{centerId} is archived. Nothing can be changed until it’s restored in its {settings}.':
    '{centerId} está archivado. No se puede cambiar nada hasta que se restaure en sus {settings}.',
  Ctrl: 'Ctrl',
  'Ctrl K': 'Ctrl K',
  Alt: 'Alt',
  Shift: 'Shift',
  'Go to the page’s search field': 'Ir al campo de búsqueda de la página',
  'Mark present, absent or pick-up on the roll': 'Marcar presente, ausente o recogida en la lista',
  'Previous or next child on the roll or the day’s schedule':
    'Estudiante anterior o siguiente en la lista y en el día',
  'Previous or next class on the day; Enter opens its menu':
    'Clase anterior o siguiente del día; Enter abre su menú',
  'Previous or next student of the class, or question of the section':
    'Estudiante anterior o siguiente de la clase, o pregunta de la sección',
  'When grading, give the current answers a score of 0, ¼, ½, ¾ or 1':
    'Dar 0, ¼, ½, ¾ o 1 a las respuestas actuales al calificar',
  'Add a saved comment to the current answers': 'Agregar un comentario guardado a las respuestas actuales',
  'Previous or next answers; Enter also moves on to the next question':
    'Respuestas anteriores o siguientes; Enter también pasa a la pregunta siguiente',
  'Previous or next question when grading': 'Pregunta anterior o siguiente al calificar',
  'Write a comment; undo the last grade': 'Escribir un comentario; deshacer la última calificación',
  'Move a question up or down one place': 'Subir o bajar una pregunta una posición',
  'Move a prospect back or forward one stage; without Shift, go from card to card':
    'Mover a un interesado una etapa atrás o adelante; sin Shift, ir de tarjeta en tarjeta',
  Devices: 'Dispositivos',
  'You have reached today’s limit for exports. Try again in {hours}.':
    'Llegó al límite de exportaciones de un día. Inténtelo de nuevo en {hours}.',
  'We’re still working on this. Please try again in a moment.':
    'Esto todavía se está procesando. Inténtelo de nuevo en un momento.',
  'The center was archived in the meantime, so nothing was changed.':
    'El centro se archivó mientras tanto, así que no se cambió nada.',
  'This center is archived. Restore it in its settings to change anything.':
    'Este centro está archivado. Restáurelo en sus ajustes para cambiar algo.',
  'Your session has expired. Please activate your device again.':
    'Su sesión expiró. Active el dispositivo de nuevo.',
  'Too many emails of this kind were sent within an hour. Please wait {wait}.':
    'Se enviaron demasiados correos de este tipo en una hora. Espere {wait}.',
  'Choose a PNG, JPEG, WebP or GIF picture with the matching file extension.':
    'Elija una imagen PNG, JPEG, WebP o GIF con la extensión que le corresponde.',
  'This picture is damaged. Save it again, then try again.':
    'Esta imagen está dañada. Guárdela de nuevo e inténtelo otra vez.',
  'A picture can have up to {side} pixels per side and 25 million pixels in total.':
    'Una imagen puede tener hasta {side} píxeles por lado y 25 millones de píxeles en total.',
  'The text is longer than {maxMarkdownLength} characters.':
    'El texto tiene más de {maxMarkdownLength} caracteres.',
  'The math “{tex}” can’t be shown: {fault}.': 'La fórmula “{tex}” no se puede mostrar: {fault}.',
  'there are more than {maxFormulas} formulas or {maxTexLength} characters of math':
    'hay más de {maxFormulas} fórmulas o {maxTexLength} caracteres de matemáticas',
  'the question has more math than can be shown at once':
    'la pregunta tiene más fórmulas de las que se pueden mostrar a la vez',
  'This file can’t be imported: {why}.': 'Este archivo no se puede importar: {why}.',
  'it has a file with an invalid name': 'contiene un archivo con un nombre no válido',
  'the name “{name}” points outside the file': 'el nombre “{name}” apunta fuera del archivo',
  '“{name}” is not a regular file': '“{name}” no es un archivo normal',
  '“{name}” is encrypted': '“{name}” está cifrado',
  '“{name}” uses an unknown compression method': '“{name}” usa un método de compresión desconocido',
  'it is larger than 200 MiB when unpacked': 'ocupa más de 200 MiB al descomprimirlo',
  '“{name}” expands to more than {ratio} times its size':
    '“{name}” ocupa más de {ratio} veces su tamaño al descomprimirlo',
  'it has more than {files} files': 'contiene más de {files} archivos',
  'it has two files with the name “{fileName}”': 'contiene dos archivos con el nombre “{fileName}”',
  'it expands to more than {ratio} times its size': 'ocupa más de {ratio} veces su tamaño al descomprimirlo',
  'it is damaged or not a zip file': 'está dañado o no es un archivo zip',
  '“{name}” is missing': 'falta “{name}”',
  '“{name}” is too large': '“{name}” es demasiado grande',
  '“{name}” is damaged': '“{name}” está dañado',
  'has an opening quotation mark but no closing one': 'tiene una comilla que nunca se cierra',
  'The last day can’t be before the first day.': 'El último día no puede ser anterior al primero.',
  'has the column names, but no rows follow':
    'tiene los nombres de las columnas, pero no le sigue ninguna fila',
  'has text after its closing quotation mark': 'tiene texto después de la comilla de cierre',
  'has a quotation mark. Put the whole cell in quotes and double the mark':
    'tiene una comilla. Ponga toda la celda entre comillas y duplique la comilla',
  'has {width} columns, but at most {columns} are allowed':
    'tiene {width} columnas, pero se permiten {columns} como máximo',
  'is one row too many. At most {rows} can be read at once':
    'sobra: se pueden leer {rows} filas a la vez como máximo',
  'has {length} cells, but the header has {width}': 'tiene {length} celdas, pero el encabezado tiene {width}',
  'has {length} cell, but the header has {width}': 'tiene {length} celda, pero el encabezado tiene {width}',
  'is longer than 1 MiB': 'ocupa más de 1 MiB',
  'must be a date such as 2026-03-04': 'debe ser una fecha como 2026-03-04',
  'must be a time such as 16:30': 'debe ser una hora como 16:30',
  'must have at most {most} characters': 'debe tener como máximo {most} caracteres',
  'must not be empty': 'no debe estar vacío',
  'must be an email address such as ann@example.com': 'debe ser un correo como ann@example.com',
  'has characters that are not allowed': 'tiene caracteres que no se permiten',
  '{field} has characters that are not allowed.': '{field} tiene caracteres que no se permiten.',
  '{field} must not be empty.': '{field} no debe estar vacío.',
  '{field} must have at most {most} characters.': '{field} debe tener como máximo {most} caracteres.',
  '{field} must be a date such as 2026-03-04.': '{field} debe ser una fecha como 2026-03-04.',
  '{field} must be a time such as 16:30.': '{field} debe ser una hora como 16:30.',
  'must have 1 to 60 letters, digits, spaces, periods, apostrophes or hyphens, and begin and end with a letter or digit':
    'debe tener de 1 a 60 letras, números, espacios, puntos, apóstrofos o guiones, y empezar y terminar con una letra o un número',
  'must be hours such as 15:00-20:00': 'debe ser un horario como 15:00-20:00',
  'must end after they begin': 'debe terminar después de empezar',
  'must have seven days': 'debe tener siete días',
  'must include an area code, as in 919-555-0172, or start with + and a country code':
    'debe incluir el código de área, como 919-555-0172, o empezar con + y un código de país',
  'must be a country code such as US': 'debe ser un código de país como US',
  'The product': 'El producto',
  'Material Editor': 'Editor de material',
  'Material Export': 'Exportar material',
  rows: 'fila|filas',
  errors: 'error|errores',
  problems: 'problema|problemas',
  persons: 'persona|personas',
  months: 'mes|meses',
  notes: 'nota|notas',
  times: 'vez|veces',
  others: 'más|más',
  parents: 'padre o madre|padres',
  emails: 'correo|correos',
  messages: 'mensaje|mensajes',
  lines: 'línea|líneas',
  columns: 'columna|columnas',
  'Version {version} ({commit})': 'Versión {version} ({commit})',
  Somebody: 'Alguien',
  '{action} at {center}': '{action} en {center}',
  '{who} exported {file} ({rows})': '{who} exportó {file} ({rows})',
  '{who} exported the record of {child}': '{who} exportó el expediente de {child}',
  '{who} opened the record of {child}': '{who} abrió el expediente de {child}',
  '{who} exported the audit log': '{who} exportó el registro de cambios',
  '{who} exported learning material': '{who} exportó material de aprendizaje',
  '{who} exported all of a center’s data': '{who} exportó todos los datos de un centro',
  '{who} opened the records of {students} within an hour':
    '{who} abrió los expedientes de {students} en una hora',
  '{who} opened the records of {students} within a day':
    '{who} abrió los expedientes de {students} en un día',
  '{who} sent “{subject}” to {parents}': '{who} envió “{subject}” a {parents}',
  '{who} deleted the center {centerId}': '{who} borró el centro {centerId}',
  'Hello {firstName},\n\n{action}. All admins get this message. If this should not have happened, open Accounts, choose this person, and end their sessions under Logged in.\n':
    'Hola, {firstName}:\n\n{action}. Toda la administración recibe este mensaje. Si esto no debió ocurrir, abra Cuentas, elija a esta persona y cierre sus sesiones en Sesiones abiertas.\n',
}
