/* The offline page: in the reader's language and theme, and gone as soon as the server answers. */

const EVERY_MS = 3000;

const remembered = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const theme = remembered('siguo.theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const wanted = [remembered('siguo.language'), ...navigator.languages].find((tag) =>
  /^(zh|en)/i.test(tag ?? ''),
);
const language = /^zh/i.test(wanted ?? 'zh') ? 'zh-CN' : 'en';
document.documentElement.lang = language;
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language;
if (language === 'en') document.title = 'Siguo Junqi';

async function comeBack() {
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store' });
    if (ok) location.reload();
  } catch {
    // Still no server.
  }
}

for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => location.reload());
addEventListener('online', comeBack);
setInterval(comeBack, EVERY_MS);
