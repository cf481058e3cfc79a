#!/bin/sh
# Install MarqueeDesk on Debian 12 or newer, or update it, with https by Caddy:
#
#   ./install.sh letters.example.com
#
# Run it as root in the unpacked folder of a release. The name must already point to this machine: Caddy gets the
# certificate. A second run updates the program and keeps settings, data, units and Caddyfile that are there.
set -eu
# The service must be able to read the program, whatever mask the caller has.
umask 022

domain="${1:?Name the domain that visitors use: ./install.sh letters.example.com}"
cd "$(dirname "$0")"
program=/opt/marqueedesk
settings=/etc/marqueedesk.env
backups=/var/backups/marqueedesk

[ "$(id -u)" -eq 0 ] || { echo "Run this as root." >&2; exit 1; }
sha256sum --check --quiet SHA256SUMS || { echo "A file is damaged. Download the release again." >&2; exit 1; }
wheel="$(ls marqueedesk-*-py3-none-any.whl)"

echo "Installing Debian packages"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3 python3-venv caddy >/dev/null

echo "Creating the user marqueedesk and its folders"
id marqueedesk >/dev/null 2>&1 || useradd --system --home-dir /var/lib/marqueedesk --shell /usr/sbin/nologin marqueedesk
install -d -m 700 -o marqueedesk -g marqueedesk /var/lib/marqueedesk "$backups"

echo "Installing $wheel into $program"
[ -x "$program/.venv/bin/python" ] || /usr/bin/python3 -m venv "$program/.venv"
"$program/.venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r requirements-runtime.lock
"$program/.venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "./$wheel"

if [ ! -e "$settings" ]; then
  echo "Writing $settings"
  (
    umask 077
    {
      echo "MARQUEEDESK_PUBLIC_URL=https://$domain"
      echo "MARQUEEDESK_DATA_DIR=/var/lib/marqueedesk"
      echo "MARQUEEDESK_SECRET_KEY=$(head -c 36 /dev/urandom | base64)"
      echo "# All settings are in docs/deployment.md. PostgreSQL instead of the file in /var/lib/marqueedesk:"
      echo "#MARQUEEDESK_DATABASE_URL=postgresql://marqueedesk:...@localhost/marqueedesk"
    } >"$settings"
  )
fi

# A command for administrators, with the settings and the user of the service.
cat >/usr/local/bin/marqueedesk <<END
#!/bin/sh
set -a
. $settings
set +a
cd /
exec runuser -u marqueedesk -- $program/.venv/bin/marqueedesk "\$@"
END
chmod 755 /usr/local/bin/marqueedesk

echo "Installing the units of systemd"
for unit in marqueedesk.service marqueedesk-worker.service marqueedesk-backup.service marqueedesk-backup.timer; do
  [ -e "/etc/systemd/system/$unit" ] || install -m 644 "$unit" /etc/systemd/system/
done

# Debian's own Caddyfile only shows a welcome page.
if [ ! -e /etc/caddy/Caddyfile ] || grep -q 'root \* /usr/share/caddy' /etc/caddy/Caddyfile; then
  sed "s/letters\.example\.com/$domain/" Caddyfile >/etc/caddy/Caddyfile
elif ! grep -q "127.0.0.1:8000" /etc/caddy/Caddyfile; then
  echo "Add the site in $PWD/Caddyfile to /etc/caddy/Caddyfile, which has sites of its own."
fi

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl enable --quiet marqueedesk.service marqueedesk-backup.timer caddy.service
  systemctl restart marqueedesk.service
  systemctl start marqueedesk-backup.timer
  systemctl reload-or-restart caddy.service
  echo "MarqueeDesk is running at https://$domain."
else
  echo "systemd is not running here. Start MarqueeDesk with: systemctl enable --now marqueedesk marqueedesk-backup.timer caddy"
fi
cat <<END

Create the first administrator, who sets up mail, payments and plans on https://$domain/admin:

  marqueedesk create-admin --email you@example.com

Keep a copy of MARQUEEDESK_SECRET_KEY in $settings apart from the backups in $backups.
END
