# One image: API, built pages and command line. It serves; compose.yaml adds PostgreSQL.
# The commit and its date are shown as part of the version:
#   docker build --build-arg COMMIT=$(git rev-parse --short=7 HEAD) --build-arg DATE=$(git log -1 --format=%cs) .
# Base images are pinned by digest, and each is a release that is still maintained. To update one:
#   docker buildx imagetools inspect node:24-slim

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS pages
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-fund --no-audit
COPY frontend/ ./
COPY marqueedesk/__init__.py ../marqueedesk/
ARG COMMIT
ARG DATE
ENV MARQUEEDESK_BUILD_COMMIT=$COMMIT MARQUEEDESK_BUILD_DATE=$DATE
# The build writes to ../marqueedesk/static.
RUN npm run build

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS packages
WORKDIR /build
RUN python -m venv /venv
COPY requirements-runtime.lock ./
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements-runtime.lock
COPY pyproject.toml README.md LICENSE CHANGELOG.md ./
COPY scripts/hatch_build.py scripts/
COPY marqueedesk/ marqueedesk/
COPY frontend/src/sign/*.json frontend/src/sign/
COPY --from=pages /build/marqueedesk/static/ marqueedesk/static/
ARG COMMIT
ARG DATE
RUN MARQUEEDESK_BUILD_COMMIT=$COMMIT MARQUEEDESK_BUILD_DATE=$DATE /venv/bin/pip install --no-cache-dir --no-deps .

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
# pg_dump, pg_restore and psql, for `marqueedesk backup` and `marqueedesk restore`.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data marqueedesk && install -d -o marqueedesk /data /backups
COPY --from=packages /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 MARQUEEDESK_DATA_DIR=/data
USER marqueedesk
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
ENTRYPOINT ["marqueedesk"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
