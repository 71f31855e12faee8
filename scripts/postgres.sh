# A PostgreSQL server of our own, in a temporary folder and behind a socket in it: nothing listens
# on the network, and nothing of another server on this machine is touched. To be sourced by bash:
#
#   source scripts/postgres.sh && start_postgres && echo "$PG_URL"
#
# The server is stopped, and its folder removed, when the shell that sourced this ends.

# Debian keeps the programs away from PATH.
postgres_bin() {
    local folder
    for folder in "$(dirname "$(command -v initdb || echo /none/initdb)")" \
        /usr/lib/postgresql/*/bin /usr/local/pgsql/bin /opt/homebrew/opt/postgresql*/bin; do
        [[ -x $folder/initdb && -x $folder/pg_ctl ]] && echo "$folder" && return
    done
    return 1
}

install_postgres() {
    if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
        echo "PostgreSQL is needed: install it (Debian: apt install postgresql) or set PG_URL." >&2
        return 1
    fi
    echo "Installing Debian's postgresql" >&2
    local log
    log=$(mktemp)
    if ! { apt-get update -q && DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends postgresql; } >"$log" 2>&1; then
        cat "$log" >&2
    fi
    rm -f "$log"
}

# PostgreSQL refuses to run as root.
as_postgres() {
    if [[ $(id -u) == 0 ]]; then
        (cd / && runuser -u postgres -- "$@")
    else
        "$@"
    fi
}

start_postgres() {
    local bin
    bin=$(postgres_bin) || { install_postgres && bin=$(postgres_bin); } || return 1
    PG_BIN=$bin
    PG_DIR=$(mktemp -d /tmp/feutre-pg.XXXXXX) # short: the path of a socket has 107 letters at most
    [[ $(id -u) == 0 ]] && chown postgres "$PG_DIR"
    trap stop_postgres EXIT
    as_postgres "$bin/initdb" --pgdata="$PG_DIR/data" --username=feutre --auth=trust \
        --encoding=UTF8 --locale=C --no-sync >"$PG_DIR/initdb.log" 2>&1 \
        || { cat "$PG_DIR/initdb.log" >&2; return 1; }
    # What is lost in a crash does not matter here; tests of two writers need many connections. Most
    # tests roll back, and autovacuum would note that tables are empty: joins over the thousands of
    # rows that a later test writes were then planned for one row and took half an hour.
    as_postgres "$bin/pg_ctl" --pgdata="$PG_DIR/data" --log="$PG_DIR/data/server.log" --wait start \
        --options="-c listen_addresses='' -c unix_socket_directories='$PG_DIR' \
            -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
            -c max_connections=200 -c autovacuum=off" \
        >/dev/null || { cat "$PG_DIR/data/server.log" >&2; return 1; }
    PG_URL="postgres://feutre@/$PG_DIR/postgres" # the folder of the socket, then the database
    export PG_URL
}

stop_postgres() {
    as_postgres "$PG_BIN/pg_ctl" --pgdata="$PG_DIR/data" --mode=immediate stop >/dev/null 2>&1 || true
    rm -rf "$PG_DIR"
}
